"""The mathematics: kernels that rank millions of hands a second, and exact solutions of the games built on them."""
