// Nothing of it is used where there is Objective-C.
