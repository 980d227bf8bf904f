// The package manager wants a source file in each target; all there is to it is in the header.
#include "OakAtomics.h"
