"""The program ``minclue``, also available as ``python -m minclue``."""

import signal
import sys

from . import _native


def main() -> None:
    """Runs the program with the arguments of this process, and exits with its code."""
    # The program handles it. Python would raise KeyboardInterrupt after the bounds were written.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.main([sys.executable, "-m", "minclue"], sys.argv[1:]))


if __name__ == "__main__":
    main()
