"""How phones reach the box: the web server, TLS by an authority of its own, a name on the network."""
