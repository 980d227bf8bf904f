// Unused on systems with Objective-C.
