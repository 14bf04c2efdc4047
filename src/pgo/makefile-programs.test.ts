import { describe, expect, it } from 'vitest';
import { makefilePrograms } from './makefile-programs.ts';

describe('programs of a Makefile', () => {
  it.each([
    ['a rule with a recipe', 'app: a.o b.o\n\t$(CC) $(CFLAGS) -o $@ $^\n', ['app']],
    [
      'its name in a variable',
      'NAME := app\nOBJS = a.o\n$(NAME): $(OBJS)\n\t$(CC) -o $(NAME) $(OBJS)\n',
      ['app'],
    ],
    ["make's own rule", 'OBJS = a.o \\\n  b.o\napp: $(OBJS)\nclean:\n\trm -f app\n', ['app']],
    ['a folder of its own', 'BIN=bin/app\n$(BIN): a.o | bin\n\tgcc a.o -o $@\n', ['bin/app']],
    ['several', 'all: x y\nx: x.o\n\tcc -o x x.o\ny: y.o\n\tcc y.o -o y\n', ['x', 'y']],
    [
      'of several kinds the usual ones, whose ending another file sets',
      '.PHONY: all\nall: app-release\napp-release: FLAGS=-O3\napp-release: app\napp: a.c\n\tcc -o $@$(EXT) a.c\napp32: a.c\n\tcc -m32 a.c -o $@$(EXT)\n',
      ['app'],
    ],
    [
      'linked elsewhere, then copied',
      'all: app\napp: $(DIR)/app\n\tcp $< $@\n$(DIR)/app: a.o\n\tcc -o $@ a.o\n$(DIR)/test: t.o\n\tcc -o $@ t.o\n',
      ['app'],
    ],
    [
      'a name for objects is none',
      'O = a.o\nP = o\napp: $(O)\n\tcc -o $@ $^\no: $(O)\n.PHONY: $(P)\n',
      ['app'],
    ],
    [
      'objects and libraries are none',
      'a.o: a.c\n\tcc -c a.c -o a.o\nl.so: a.o\n\tcc -shared -o l.so a.o\n',
      [],
    ],
    [
      'what is not understood is none',
      '%.o: %.c\n\tcc -c $< -o $@\napp: $(wildcard *.c)\n\tcc -o $(OUT) $^\n',
      [],
    ],
  ])('%s', (_, text, programs) => {
    expect(makefilePrograms(text)).toEqual(programs);
  });
});
