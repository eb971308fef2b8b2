"""The mutation run: change a rulebook or the engine a little, and see a test fail.

python -m tests.mutants [--rulebook NAME] [--paragraph NUMBER] [--list] [--json]
python -m tests.mutants --engine [--module NAME] [--function NAME] [--list] [--json]
"""
