"""Documents for printing and signing: PAR sheets of the games as HTML, PDF and workbooks, and reports of the house."""
