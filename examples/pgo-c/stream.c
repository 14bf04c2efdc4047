/* stream: sums over an array again and again, one loop without a branch. A profile tells the compiler
 * nothing that it does not see by itself: the program where profile-guided optimisation makes no
 * difference.
 *
 *   stream [repetitions]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH (8u << 10)

static uint64_t sum(const uint32_t *values, size_t length) {
  uint64_t total = 0;
  for (size_t i = 0; i < length; i++) total += values[i];
  return total;
}

int main(int argc, char **argv) {
  long repetitions = argc > 1 ? atol(argv[1]) : 1;
  uint32_t *values = malloc(LENGTH * sizeof *values);
  if (values == NULL) return 1;
  for (uint32_t i = 0; i < LENGTH; i++) values[i] = i * 2654435761u;
  uint64_t total = 0;
  for (long i = 0; i < repetitions; i++) {
    values[(size_t)i % LENGTH]++;
    total += sum(values, LENGTH);
  }
  printf("%llu\n", (unsigned long long)total);
  free(values);
  return 0;
}
