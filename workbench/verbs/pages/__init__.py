"""What notebook and report show: results as blocks, and blocks as HTML or Markdown.

blocks    what can be shown: words, tables, lines, figures
views     result of a verb -> blocks
html      blocks -> HTML, escaped by construction
markdown  blocks -> Markdown for pull requests, escaped by construction
plots     curves and bars as SVG
style     one style sheet for both, light and dark
"""
