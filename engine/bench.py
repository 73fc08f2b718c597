"""Where the benches are: `tests/bench` of a checkout."""

if __name__ == "__main__":
    raise SystemExit('The benches are run from a checkout: make bench ARGS="engine"; make bench lists all.')
