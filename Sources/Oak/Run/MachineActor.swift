/// The system actor of a machine whose caller is not isolated to any.
@usableFromInline
actor MachineActor {
    @inlinable
    init() {}
}
