"""Values: commands, events and states of every kind of stream, and what they are made of."""
