"""KernBench: kernels are Python functions, run once for their numbers and for their time in integer cycles.

It needs no compiler, no driver and no framework. What it models, and what not, stands in
docs/spec/kernbench-platform.md.
"""
