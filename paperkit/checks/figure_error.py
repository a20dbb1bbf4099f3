r"""figure-error: a figure's script could not be drawn.

Why: a figure that is not drawn from the present evidence shows another one, or none.
Instead: see the message of the script. A script is `figures/NAME.py` with a function `figure(evidence)`; it runs
confined, reads evidence by expressions alone, and writes no file.
"""

from __future__ import annotations

from paperkit.checks.base import Check

CHECK = Check("PK404", "figure-error", since="0.1", doc=__doc__)
# figures are drawn before anything is checked; what that found is among evidence.problems
