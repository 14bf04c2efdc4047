// A report over made-up orders, slow on purpose in three ways that profiles of real programs show again
// and again. `plateau demo` records it; `node workload.js --fixed` does the same work without the
// three mistakes, for a comparison. The amount of work and the result never change.

const orderCount = 36_000;
const rowCount = 1_500_000;
const matrixSide = 4096;
const matrixRounds = 2;

/** Order numbers, a few of them twice. */
function makeOrders() {
  const orders = [];
  for (let i = 0; i < orderCount; i++) {
    orders.push({ id: (i * 7919) % (orderCount - 250), cents: i % 9973 });
  }
  return orders;
}

/** Mistake 1: compares every order with every earlier one, so twice the orders take four times as long. */
function findDuplicates(orders) {
  let duplicates = 0;
  for (let i = 0; i < orders.length; i++) {
    for (let j = 0; j < i; j++) {
      if (orders[i].id === orders[j].id) {
        duplicates++;
        break;
      }
    }
  }
  return duplicates;
}

function findDuplicatesFixed(orders) {
  return orders.length - new Set(orders.map((order) => order.id)).size;
}

/** Mistake 2: writes each row as a line of text and cuts that apart again, to read one field of it. */
function totalRows(orders) {
  let total = 0;
  for (let row = 0; row < rowCount; row++) {
    const { id, cents } = orders[row % orders.length];
    const cells = `${id},${cents},${row}`.split(',');
    total += Number(cells[1]) + cells[2].length;
  }
  return total;
}

function totalRowsFixed(orders) {
  let total = 0;
  let digits = 1;
  for (let row = 0, limit = 10; row < rowCount; row++) {
    if (row === limit) {
      limit *= 10;
      digits++;
    }
    total += orders[row % orders.length].cents + digits;
  }
  return total;
}

/** Mistake 3: goes down the columns of a matrix stored by rows, so that each read touches a new cache line. */
function sumColumns(matrix) {
  let sum = 0;
  for (let column = 0; column < matrixSide; column++) {
    for (let row = 0; row < matrixSide; row++) sum += matrix[row * matrixSide + column];
  }
  return sum;
}

function sumColumnsFixed(matrix) {
  let sum = 0;
  for (let at = 0; at < matrix.length; at++) sum += matrix[at];
  return sum;
}

function main(isFixed) {
  const orders = makeOrders();
  const matrix = new Int32Array(matrixSide * matrixSide).fill(3);
  const duplicates = isFixed ? findDuplicatesFixed(orders) : findDuplicates(orders);
  const total = isFixed ? totalRowsFixed(orders) : totalRows(orders);
  let sum = 0;
  for (let round = 0; round < matrixRounds; round++) {
    sum += isFixed ? sumColumnsFixed(matrix) : sumColumns(matrix);
  }
  return `${duplicates} ${total} ${sum}`;
}

const result = main(process.argv.includes('--fixed'));
// The result is used, so that no compiler may leave the work out.
if (process.argv.includes('--print')) console.log(result);
