// The environment of tests is set before they run; there is nothing to call.
