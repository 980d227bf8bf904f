"""What the tests share: a server, a browser, and a page that is used as a user would."""
