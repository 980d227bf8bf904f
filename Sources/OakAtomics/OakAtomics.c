// The package manager requires a source file in each target; the header contains everything.
#include "OakAtomics.h"
