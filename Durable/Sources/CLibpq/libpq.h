// Debian has the header outside of the folders that compilers search; elsewhere pkg-config names the folder.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
