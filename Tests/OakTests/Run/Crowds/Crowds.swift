/// Crowds, races and random programs: what goes on in them is drawn by lot, and what has to hold is said once.
///
/// Each is tried twice: in seeded interleavings on one thread, where a failure is repeated and made small, and on
/// several threads. `Effort` says how to try harder.
enum Crowds {}
