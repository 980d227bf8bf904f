#include "OakAtomics.h"
#include "OakThread.h"

_Thread_local uint8_t oak_purpose = 0;
_Thread_local uint8_t oak_is_quiet = 0;
_Thread_local uint8_t oak_is_next_quiet = 0;
