"""What is printed and signed: PAR sheets of the games, as pages, on paper and as workbooks."""
