#ifndef OAK_PROCESS_SHIMS_H
#define OAK_PROCESS_SHIMS_H

/// Makes this process the parent of its orphaned descendants, if the system supports it.
///
/// Returns 0, or -1 if the system cannot.
int oak_adopt_orphans(void);

#endif
