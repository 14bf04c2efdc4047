/* calc: reads a list of commands ("add 5", "xor 12", …), one per line, and runs it many times.
 *
 *   calc [repetitions] < program
 *
 * Scanning calls a function per character and running calls a function per command, both through
 * pointers. A compiler that does not know which targets are usual can neither inline them nor keep
 * the state in registers; one that has a profile can.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command;
typedef uint64_t (*run_function)(uint64_t accumulator, const struct command *command);

struct command {
  run_function run;
  uint64_t operand;
};

struct program {
  struct command *commands;
  size_t length, capacity;
};

/* ---- commands ---- */

static uint64_t run_add(uint64_t a, const struct command *c) { return a + c->operand; }
static uint64_t run_sub(uint64_t a, const struct command *c) { return a - c->operand; }
static uint64_t run_xor(uint64_t a, const struct command *c) { return a ^ c->operand; }
static uint64_t run_mul(uint64_t a, const struct command *c) { return a * (c->operand | 1); }
static uint64_t run_max(uint64_t a, const struct command *c) {
  return a > c->operand ? a : c->operand;
}
static uint64_t run_rot(uint64_t a, const struct command *c) {
  unsigned by = c->operand & 63;
  return by == 0 ? a : (a << by) | (a >> (64 - by));
}
static uint64_t run_mod(uint64_t a, const struct command *c) {
  return c->operand == 0 ? a : a % c->operand;
}
static uint64_t run_bits(uint64_t a, const struct command *c) {
  uint64_t count = c->operand;
  for (; a != 0; a &= a - 1) count++;
  return count;
}

static const struct {
  const char *name;
  run_function run;
} known_commands[] = {
    {"add", run_add}, {"sub", run_sub}, {"xor", run_xor}, {"mul", run_mul},
    {"max", run_max}, {"rot", run_rot}, {"mod", run_mod}, {"bits", run_bits},
};

static run_function find_command(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof known_commands / sizeof *known_commands; i++) {
    const char *name = known_commands[i].name;
    if (strlen(name) == length && memcmp(name, word, length) == 0) return known_commands[i].run;
  }
  return NULL;
}

/* ---- the scanner: one function per class of characters ---- */

struct scanner {
  char word[16];
  size_t word_length;
  uint64_t number;
  size_t line;
  struct program *into;
};

typedef int (*scan_function)(struct scanner *, int character);

static int scan_letter(struct scanner *s, int c) {
  if (s->word_length == sizeof s->word) return -1;
  s->word[s->word_length++] = (char)c;
  return 0;
}
static int scan_digit(struct scanner *s, int c) {
  s->number = s->number * 10 + (uint64_t)(c - '0');
  return 0;
}
static int scan_space(struct scanner *s, int c) {
  (void)s;
  (void)c;
  return 0;
}
static int scan_wrong(struct scanner *s, int c) {
  fprintf(stderr, "line %zu: unexpected character 0x%02x\n", s->line, c);
  return -1;
}
static int scan_end_of_line(struct scanner *s, int c) {
  (void)c;
  s->line++;
  if (s->word_length == 0) return 0;
  run_function run = find_command(s->word, s->word_length);
  if (run == NULL) {
    fprintf(stderr, "line %zu: unknown command %.*s\n", s->line - 1, (int)s->word_length, s->word);
    return -1;
  }
  struct program *p = s->into;
  if (p->length == p->capacity) {
    p->capacity = p->capacity == 0 ? 64 : p->capacity * 2;
    p->commands = realloc(p->commands, p->capacity * sizeof *p->commands);
    if (p->commands == NULL) abort();
  }
  p->commands[p->length++] = (struct command){run, s->number};
  s->word_length = 0;
  s->number = 0;
  return 0;
}

static scan_function scan_functions[256];

static void fill_scan_functions(void) {
  for (int c = 0; c < 256; c++) scan_functions[c] = scan_wrong;
  for (int c = 'a'; c <= 'z'; c++) scan_functions[c] = scan_letter;
  for (int c = '0'; c <= '9'; c++) scan_functions[c] = scan_digit;
  scan_functions[' '] = scan_functions['\t'] = scan_space;
  scan_functions['\n'] = scan_end_of_line;
}

static int scan(const unsigned char *text, size_t length, struct program *into) {
  struct scanner scanner = {.line = 1, .into = into};
  for (size_t i = 0; i < length; i++) {
    if (scan_functions[text[i]](&scanner, text[i]) != 0) return -1;
  }
  return 0;
}

static uint64_t run(const struct program *program, uint64_t accumulator) {
  for (size_t i = 0; i < program->length; i++) {
    const struct command *command = &program->commands[i];
    accumulator = command->run(accumulator, command);
  }
  return accumulator;
}

int main(int argc, char **argv) {
  long repetitions = argc > 1 ? atol(argv[1]) : 1;
  static unsigned char text[1 << 20];
  size_t length = fread(text, 1, sizeof text, stdin);
  fill_scan_functions();
  uint64_t accumulator = 1;
  struct program program = {0};
  for (long i = 0; i < repetitions; i++) {
    if (i % 16 == 0) {
      program.length = 0;
      if (scan(text, length, &program) != 0) return 1;
    }
    accumulator = run(&program, accumulator);
  }
  printf("%zu commands, %016llx\n", program.length, (unsigned long long)accumulator);
  free(program.commands);
  return 0;
}
