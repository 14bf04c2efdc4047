// A report over made-up orders, slow on purpose in three ways that profiles of real programs show again
// and again. `plateau demo` builds and records it; `--fixed` does the same work without the three
// mistakes, for a comparison. The amount of work and the result never change.
//   cc -O2 -g -fno-omit-frame-pointer -o workload workload.c
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { order_count = 80000, row_count = 6000000, matrix_side = 4096, matrix_rounds = 3 };

typedef struct {
  int id;
  int cents;
} order;

// Compilers copy functions that are called once into their caller; a profile is easier to read without.
#define APART __attribute__((noinline))

// Order numbers, a few of them twice.
static order *make_orders(void) {
  order *orders = malloc(order_count * sizeof *orders);
  if (orders == NULL) abort();
  for (int64_t i = 0; i < order_count; i++) {
    orders[i].id = (int)(i * 7919 % (order_count - 250));
    orders[i].cents = (int)(i % 9973);
  }
  return orders;
}

// Mistake 1: compares every order with every earlier one, so twice the orders take four times as long.
APART static int find_duplicates(const order *orders) {
  int duplicates = 0;
  for (int i = 0; i < order_count; i++) {
    for (int j = 0; j < i; j++) {
      if (orders[i].id == orders[j].id) {
        duplicates++;
        break;
      }
    }
  }
  return duplicates;
}

APART static int find_duplicates_fixed(const order *orders) {
  char *seen = calloc(order_count, 1);
  int duplicates = 0;
  if (seen == NULL) abort();
  for (int i = 0; i < order_count; i++) {
    duplicates += seen[orders[i].id];
    seen[orders[i].id] = 1;
  }
  free(seen);
  return duplicates;
}

// Mistake 2: makes a text on the heap for each row, only to ask for its length, and throws it away.
APART static int64_t total_rows(const order *orders) {
  int64_t total = 0;
  for (int row = 0; row < row_count; row++) {
    char *text = malloc(64);
    if (text == NULL) abort();
    int cents = orders[row % order_count].cents;
    snprintf(text, 64, "%d", row);
    total += cents + (int64_t)strlen(text);
    free(text);
  }
  return total;
}

APART static int64_t total_rows_fixed(const order *orders) {
  int64_t total = 0;
  int digits = 1;
  for (int row = 0, limit = 10; row < row_count; row++) {
    if (row == limit) {
      limit *= 10;
      digits++;
    }
    total += orders[row % order_count].cents + digits;
  }
  return total;
}

// Mistake 3: goes down the columns of a matrix stored by rows, so that each read touches a new cache line.
APART static int64_t sum_columns(const int *matrix) {
  int64_t sum = 0;
  for (int column = 0; column < matrix_side; column++) {
    for (int row = 0; row < matrix_side; row++) sum += matrix[row * matrix_side + column];
  }
  return sum;
}

APART static int64_t sum_columns_fixed(const int *matrix) {
  int64_t sum = 0;
  for (int at = 0; at < matrix_side * matrix_side; at++) sum += matrix[at];
  return sum;
}

static int has_flag(int count, char **words, const char *flag) {
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], flag) == 0) return 1;
  }
  return 0;
}

int main(int count, char **words) {
  int is_fixed = has_flag(count, words, "--fixed");
  order *orders = make_orders();
  int *matrix = malloc(sizeof(int) * matrix_side * matrix_side);
  if (matrix == NULL) abort();
  for (int at = 0; at < matrix_side * matrix_side; at++) matrix[at] = 3;
  int duplicates = is_fixed ? find_duplicates_fixed(orders) : find_duplicates(orders);
  int64_t total = is_fixed ? total_rows_fixed(orders) : total_rows(orders);
  int64_t sum = 0;
  for (int round = 0; round < matrix_rounds; round++) {
    sum += is_fixed ? sum_columns_fixed(matrix) : sum_columns(matrix);
  }
  // The result is used, so that no compiler may leave the work out.
  if (has_flag(count, words, "--print")) {
    printf("%d %lld %lld\n", duplicates, (long long)total, (long long)sum);
  }
  int is_empty = duplicates + total + sum == 0;
  free(orders);
  free(matrix);
  return is_empty;
}
