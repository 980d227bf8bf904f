/// The child whose effect produced an action event.
///
/// A declared child takes one digit, so its events need neither memory nor reference counting.
@usableFromInline enum Origin: Sendable {
    /// The machine itself.
    case own
    /// Nested declared children, one digit each, the outermost in the lowest digit; see ``ChildPlace/digit``.
    case code(UInt64)
    /// Any other child.
    case path(ChildPath)

    @inlinable static var bitsPerDigit: UInt64 { 7 }
    @inlinable static var radix: UInt64 { 1 << bitsPerDigit }

    @inlinable var isOwn: Bool { if case .own = self { true } else { false } }
}

extension Origin {
    /// The place of the outermost child, if the origin stores it.
    @inlinable var place: ChildPlace? { if case .path(let path) = self { path.place } else { nil } }

    /// The origin as seen from the machine that contains the child.
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
        case .path(let path): return .path(ChildPath(place, path))
        case .own, .code: return .path(ChildPath(place, ChildPath(names(in: machine()))))
        }
    }

    /// The names on the path to the child, outermost first.
    ///
    /// - Parameter machine: The machine in which the origin applies.
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
