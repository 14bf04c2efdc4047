# Writes a program for calc: awk -v seed=1 -v lines=2000 -f program.awk
# One command is usual, the others are rare: programs are like that, and profiles tell.
BEGIN {
  srand(seed)
  count = split("xor sub rot max mul mod bits", rare, " ")
  for (i = 0; i < lines; i++) {
    name = rand() < 0.02 ? rare[int(rand() * count) + 1] : "add"
    printf "%s %d\n", name, int(rand() * 100000)
  }
}
