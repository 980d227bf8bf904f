/// The storage of one child's state.
///
/// A write happens in place while a single collection refers to the cell, otherwise in a copy. A shared cell therefore
/// has the same state in every collection.
@usableFromInline
final class ChildCell<ID: Hashable & Sendable, State>: ManagedBuffer<ChildCell<ID, State>.Header, State> {
    @usableFromInline struct Header {
        @usableFromInline let member: Membership<ID>.Member
        /// Cached for the next event; not part of the value.
        @usableFromInline var path: ChildPath?
        /// False while the state is moved out.
        @usableFromInline var hasState = true

        @inlinable init(_ member: Membership<ID>.Member, path: ChildPath?) {
            self.member = member
            self.path = path
        }
    }

    @inlinable static func make(_ member: Membership<ID>.Member, _ state: State, path: ChildPath? = nil) -> ChildCell {
        let buffer = create(minimumCapacity: 1) { _ in Header(member, path: path) }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: state) }
        return unsafeDowncast(buffer, to: ChildCell.self)
    }

    @inlinable deinit {
        _ = withUnsafeMutablePointers { header, state in state.deinitialize(count: header.pointee.hasState ? 1 : 0) }
    }

    @inlinable func copy() -> ChildCell { Self.make(content.member, state, path: content.path) }

    @inlinable var id: ID { content.member.id }

    @inlinable var state: State {
        get { withUnsafeMutablePointerToElements { $0.pointee } }
        _modify {
            let place = withUnsafeMutablePointerToElements { $0 }
            // The caller keeps the cell alive while it accesses the state.
            yield &place.pointee
        }
    }

    /// Moves the state out; the caller must put one back or discard the cell.
    @inlinable func takeState() -> State {
        content.hasState = false
        return withUnsafeMutablePointerToElements { $0.move() }
    }

    @inlinable func putBack(_ state: State) {
        withUnsafeMutablePointerToElements { $0.initialize(to: state) }
        content.hasState = true
    }
}

extension ManagedBuffer {
    /// The header without a check of exclusivity at run time: a cell is changed only while a single collection refers
    /// to it.
    @inlinable
    @inline(__always)
    var content: Header {
        _read { yield withUnsafeMutablePointerToHeader { $0 }.pointee }
        _modify { yield &withUnsafeMutablePointerToHeader { $0 }.pointee }
    }
}
