r"""template-error: a section's template cannot be rendered, or a figure's script cannot be drawn.

Why: what is not rendered is not in the report, and was not checked.
Instead: see the line named. Templates know `\VAR{...}` and `\BLOCK{...}`, comments begin with `%#`; a name that is not
defined is an error, and a template can run no code.
"""

from __future__ import annotations

from paperkit.checks.base import Check

CHECK = Check("PK403", "template-error", since="0.1", doc=__doc__)
# templates are rendered before anything is checked; what that found is among evidence.problems
