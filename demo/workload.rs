// A report over made-up orders, slow on purpose in three ways that profiles of real programs show again
// and again. `plateau demo` builds and records it; `--fixed` does the same work without the three
// mistakes, for a comparison. The amount of work and the result never change.
//   rustc -O -g -C force-frame-pointers=yes -o workload workload.rs
use std::collections::HashSet;

const ORDER_COUNT: usize = 80_000;
const ROW_COUNT: usize = 3_000_000;
const MATRIX_SIDE: usize = 4096;
const MATRIX_ROUNDS: usize = 3;

struct Order {
    id: usize,
    cents: usize,
}

/// Order numbers, a few of them twice.
fn make_orders() -> Vec<Order> {
    (0..ORDER_COUNT)
        .map(|i| Order { id: i * 7919 % (ORDER_COUNT - 250), cents: i % 9973 })
        .collect()
}

/// Mistake 1: compares every order with every earlier one, so twice the orders take four times as long.
#[inline(never)]
fn find_duplicates(orders: &[Order]) -> usize {
    let mut duplicates = 0;
    for i in 0..orders.len() {
        for j in 0..i {
            if orders[i].id == orders[j].id {
                duplicates += 1;
                break;
            }
        }
    }
    duplicates
}

#[inline(never)]
fn find_duplicates_fixed(orders: &[Order]) -> usize {
    let unique: HashSet<usize> = orders.iter().map(|order| order.id).collect();
    orders.len() - unique.len()
}

/// Mistake 2: makes texts on the heap for each row, only to ask for a length, and throws them away.
#[inline(never)]
fn total_rows(orders: &[Order]) -> usize {
    let mut total = 0;
    for row in 0..ROW_COUNT {
        let order = &orders[row % orders.len()];
        let cells = vec![format!("{} {}", order.id, order.cents), format!("{row}")];
        total += order.cents + cells[1].len();
    }
    total
}

#[inline(never)]
fn total_rows_fixed(orders: &[Order]) -> usize {
    let (mut total, mut digits, mut limit) = (0, 1, 10);
    for row in 0..ROW_COUNT {
        if row == limit {
            limit *= 10;
            digits += 1;
        }
        total += orders[row % orders.len()].cents + digits;
    }
    total
}

/// Mistake 3: goes down the columns of a matrix stored by rows, so that each read touches a new cache line.
#[inline(never)]
fn sum_columns(matrix: &[i32]) -> i64 {
    let mut sum = 0;
    for column in 0..MATRIX_SIDE {
        for row in 0..MATRIX_SIDE {
            sum += i64::from(matrix[row * MATRIX_SIDE + column]);
        }
    }
    sum
}

#[inline(never)]
fn sum_columns_fixed(matrix: &[i32]) -> i64 {
    matrix.iter().map(|&cell| i64::from(cell)).sum()
}

fn main() {
    let has = |flag: &str| std::env::args().any(|word| word == flag);
    let is_fixed = has("--fixed");
    let orders = make_orders();
    let matrix = vec![3; MATRIX_SIDE * MATRIX_SIDE];
    let duplicates =
        if is_fixed { find_duplicates_fixed(&orders) } else { find_duplicates(&orders) };
    let total = if is_fixed { total_rows_fixed(&orders) } else { total_rows(&orders) };
    let mut sum = 0;
    for _ in 0..MATRIX_ROUNDS {
        let matrix = std::hint::black_box(&matrix);
        sum += if is_fixed { sum_columns_fixed(matrix) } else { sum_columns(matrix) };
    }
    // The result is used, so that no compiler may leave the work out.
    let result = std::hint::black_box((duplicates, total, sum));
    if has("--print") {
        println!("{} {} {}", result.0, result.1, result.2);
    }
}
