/// The child whose effect has answered an action event.
///
/// A child that is declared in its composite is a digit, so that its events cost neither memory nor a reference count.
@usableFromInline
enum Origin: Sendable {
    /// The machine itself.
    case own
    /// Children within children, a digit for each, the outermost in the lowest place; see ``ChildPlace/digit``.
    case code(UInt64)
    /// Any other child.
    case path(ChildPath)

    @inlinable static var bitsPerDigit: UInt64 { 7 }
    @inlinable static var radix: UInt64 { 1 << bitsPerDigit }

    @inlinable
    var isOwn: Bool {
        switch self {
        case .own: true
        case .code, .path: false
        }
    }
}

extension Origin {
    /// The place of the outermost child, where that is known without looking it up.
    @inlinable
    var place: ChildPlace? {
        switch self {
        case .own, .code: nil
        case .path(let path): path.place
        }
    }

    /// The same for the machine around a child.
    ///
    /// - Parameters:
    ///   - place: The place of the child.
    ///   - machine: The child's machine.
    @inlinable
    @inline(__always)
    func within(_ place: ChildPlace, of machine: @autoclosure () -> any ExecutableTransducer.Type) -> Origin {
        switch self {
        case .own where place.digit != 0: return .code(place.digit)
        case .code(let code) where place.digit != 0 && code < 1 << (64 - Self.bitsPerDigit):
            return .code(code << Self.bitsPerDigit | place.digit)
        case .own, .code, .path: return .path(ChildPath([place.id] + names(in: machine()), at: place))
        }
    }

    /// The names of the children, the outermost first.
    ///
    /// - Parameter machine: The machine to which it belongs.
    @inlinable
    @inline(never)
    func names(in machine: any ExecutableTransducer.Type) -> [ChildID] {
        switch self {
        case .own: return []
        case .path(let path): return path.names
        case .code(var code):
            var names: [ChildID] = []
            var machine: (any ExecutableTransducer.Type)? = machine
            while code != 0, let composite = machine {
                guard let child = ChildTable.child(Int(code % Self.radix) - 1, in: composite) else { break }
                names.append(child.id)
                machine = child.machine
                code >>= Self.bitsPerDigit
            }
            return names
        }
    }
}

/// The way to a child through those around it.
@usableFromInline
final class ChildPath: Sendable {
    @usableFromInline let names: [ChildID]
    /// The place of the outermost child.
    @usableFromInline let place: ChildPlace

    @inlinable
    init(_ names: [ChildID], at place: ChildPlace) {
        self.names = names
        self.place = place
    }
}
