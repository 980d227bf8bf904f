/// Where the state of one child is.
///
/// A state is written here while the collections that share its cell are one, else in a cell of its own: so a cell that two collections
/// share has the same state in both.
@usableFromInline
final class ChildCell<ID, State>: ManagedBuffer<ChildCell<ID, State>.Header, State> {
    @usableFromInline
    struct Header {
        @usableFromInline let id: ID
        /// Kept for the next event; no part of the value.
        @usableFromInline var path: ChildPath?
        /// False while the state is away, being changed.
        @usableFromInline var hasState = true

        @inlinable
        init(id: ID, path: ChildPath?) {
            self.id = id
            self.path = path
        }
    }

    @inlinable
    static func make(_ id: ID, _ state: State, path: ChildPath? = nil) -> ChildCell {
        let buffer = create(minimumCapacity: 1) { _ in Header(id: id, path: path) }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: state) }
        return unsafeDowncast(buffer, to: ChildCell.self)
    }

    @inlinable
    deinit {
        _ = withUnsafeMutablePointers { header, state in state.deinitialize(count: header.pointee.hasState ? 1 : 0) }
    }

    @inlinable
    func copy() -> ChildCell { Self.make(id, state, path: header.path) }

    @inlinable
    var id: ID { header.id }

    @inlinable
    var state: State {
        get { withUnsafeMutablePointerToElements { $0.pointee } }
        _modify {
            let place = withUnsafeMutablePointerToElements { $0 }
            // The caller keeps the cell for as long as it has the state.
            yield &place.pointee
        }
    }

    /// Takes the state out; it has to be put back, or the cell given up.
    @inlinable
    func takeState() -> State {
        header.hasState = false
        return withUnsafeMutablePointerToElements { $0.move() }
    }

    @inlinable
    func putBack(_ state: State) {
        withUnsafeMutablePointerToElements { $0.initialize(to: state) }
        header.hasState = true
    }
}
