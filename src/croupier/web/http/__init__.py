"""HTTP below the routes: hosts, answers, logs, built pages and the manual."""
