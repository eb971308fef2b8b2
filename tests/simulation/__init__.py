"""A house in a world that the test owns: clock, chance, disk and network. One seed is one history, every time.

``plan`` makes a history of steps from a seed, ``world`` lives it, ``disks`` and ``network`` are what can fail in it,
``people`` is what is asked for, ``checkers`` look after every step, ``shrinking`` leaves out what a failure does not
need, ``campaign`` goes through many seeds. Decision 30 says why.
"""
