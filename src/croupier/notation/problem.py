"""What is wrong with a text that should be a round."""


class InputError(ValueError):
    """Bad input: the message is one sentence that names the field or the act."""
