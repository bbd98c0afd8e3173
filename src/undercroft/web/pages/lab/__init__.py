"""The lab in the browser: variants tried out, and positions changed."""
