/// The system actor of a machine whose caller is not isolated to an actor.
@usableFromInline actor DefaultSystemActor {
    @usableFromInline init() {}
}
