"""Tables and pages as HTML and SVG."""
