// rules: applies a list of rules to numbers, each rule an object with a virtual function.
//
//   rules [repetitions]
//
// A virtual call could lead anywhere. A profile says where it usually leads: the compiler asks for that class
// first and puts its function in place of the call.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Rule {
  virtual ~Rule() = default;
  virtual uint64_t apply(uint64_t value) const = 0;
};

struct Add final : Rule {
  explicit Add(uint64_t by) : by(by) {}
  uint64_t apply(uint64_t value) const override { return value + by; }
  uint64_t by;
};

struct Flip final : Rule {
  explicit Flip(uint64_t mask) : mask(mask) {}
  uint64_t apply(uint64_t value) const override { return value ^ mask; }
  uint64_t mask;
};

struct Halve final : Rule {
  uint64_t apply(uint64_t value) const override { return value % 2 == 0 ? value / 2 : value; }
};

// One kind is usual, the others are rare.
static std::vector<std::unique_ptr<Rule>> make_rules(size_t count) {
  std::vector<std::unique_ptr<Rule>> rules;
  for (size_t i = 0; i < count; i++) {
    if (i % 97 == 13) rules.push_back(std::make_unique<Flip>(i * 2654435761u));
    else if (i % 89 == 7) rules.push_back(std::make_unique<Halve>());
    else rules.push_back(std::make_unique<Add>(i));
  }
  return rules;
}

int main(int argc, char **argv) {
  long repetitions = argc > 1 ? atol(argv[1]) : 1;
  const auto rules = make_rules(2000);
  uint64_t value = 1;
  for (long i = 0; i < repetitions; i++) {
    for (const auto &rule : rules) value = rule->apply(value);
  }
  printf("%016llx\n", static_cast<unsigned long long>(value));
  return 0;
}
