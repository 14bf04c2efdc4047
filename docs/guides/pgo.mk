# Profile-guided builds with Plateau. In a Makefile beside plateau.toml:  include pgo.mk

PLATEAU ?= plateau
PREFIX ?= /usr/local
# Targets of plateau.toml; none = all.
PGO_TARGETS ?=
# For example: PGO_FLAGS=--strict
PGO_FLAGS ?=

.PHONY: pgo pgo-quick pgo-generate build-pgo install-pgo pgo-clean

# Everything: baseline, training, optimised build, proof.
pgo:
	$(PLATEAU) pgo $(PGO_TARGETS) $(PGO_FLAGS)

# The same with little data and few runs.
pgo-quick:
	$(PLATEAU) pgo $(PGO_TARGETS) --quick $(PGO_FLAGS)

# Only train: leaves profiles with their manifest in pgo-profiles/, to be kept in the repository.
pgo-generate:
	$(PLATEAU) pgo profile $(PGO_TARGETS) $(PGO_FLAGS)

# Only build, with the profiles that are kept.
build-pgo:
	$(PLATEAU) pgo build $(PGO_TARGETS) $(PGO_FLAGS)

# Builds nothing, so that root need not.
install-pgo:
	$(PLATEAU) pgo install $(PGO_TARGETS) --prefix '$(DESTDIR)$(PREFIX)'

pgo-clean:
	$(PLATEAU) pgo clean
