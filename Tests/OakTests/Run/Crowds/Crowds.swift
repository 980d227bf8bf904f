/// Crowds, races and random programs, whose properties hold for any seed.
///
/// Each suite runs in seeded interleavings on one thread, where a failure can be repeated and reduced, and on
/// several threads. `Effort` sets the sizes.
enum Crowds {}
