"""Small programs to copy: what others can do with what a box tells. They import nothing of Charkoni."""
