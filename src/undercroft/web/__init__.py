"""The table in the browser: pages, live tables over a socket, an API, all from stored plays."""
