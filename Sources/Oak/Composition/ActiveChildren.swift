/// The active children of a composite in a state, as ``CompositeTransducer/activeChildren(in:)`` names them.
///
/// A value of this type is made from a state alone and answers everything about its children: their names, identities,
/// keys and states. Neither order nor repetition matters.
public protocol ActiveChildren<Composite> {
    /// The composite.
    associatedtype Composite: ExecutableTransducer

    /// Shows each child to a visitor, in the order in which the children are written.
    consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>)
}

/// An inspection of active children.
@_documentation(visibility: internal)
public protocol _ChildVisitor<Composite> {
    associatedtype Composite: ExecutableTransducer

    /// - Parameters:
    ///   - child: The child.
    ///   - identity: Another identity means another child; `nil` if the child has none.
    ///   - state: The state of the child, unless the composite names the child by itself.
    mutating func visit<Inner>(
        _ child: Child<Composite, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?)

    mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Composite, ID, Inner>, in states: Children<ID, Inner.State>)
}

/// One active child; its `ID` is `Never` if it has no identity.
@_documentation(visibility: internal)
public struct _ActiveChild<
    Composite: ExecutableTransducer, Inner: ExecutableTransducer, ID: Hashable & Sendable
>: ActiveChildren {
    @usableFromInline let child: Child<Composite, Inner>
    @usableFromInline let identity: ID?
    @usableFromInline let state: Inner.State?

    @inlinable
    @inline(__always)
    init(_ child: Child<Composite, Inner>, as identity: ID?, in state: Inner.State?) {
        self.child = child
        self.identity = identity
        self.state = state
    }

    @inlinable
    @inline(__always)
    public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) {
        visitor.visit(child, as: identity, in: state)
    }
}

/// The children of one collection.
@_documentation(visibility: internal)
public struct _ActiveCollection<
    Composite: ExecutableTransducer, ID: Hashable & Sendable, Inner: ExecutableTransducer
>: ActiveChildren {
    @usableFromInline let collection: ChildCollection<Composite, ID, Inner>
    @usableFromInline let states: Children<ID, Inner.State>

    @inlinable
    @inline(__always)
    init(_ collection: ChildCollection<Composite, ID, Inner>, in states: Children<ID, Inner.State>) {
        self.collection = collection
        self.states = states
    }

    @inlinable
    @inline(__always)
    public func _visit(_ visitor: inout some _ChildVisitor<Composite>) { visitor.visit(collection, in: states) }
}

/// No child.
@_documentation(visibility: internal)
public struct _NoChildren<Composite: ExecutableTransducer>: ActiveChildren {
    @inlinable init() {}

    @inlinable
    @inline(__always)
    public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) {}
}

/// The children of two statements.
@_documentation(visibility: internal)
public struct _BothChildren<First: ActiveChildren, Second: ActiveChildren>: ActiveChildren
where First.Composite == Second.Composite {
    public typealias Composite = First.Composite

    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    @inline(__always)
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable
    @inline(__always)
    public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) {
        first._visit(&visitor)
        second._visit(&visitor)
    }
}

/// The children of one of two branches.
@_documentation(visibility: internal)
public enum _EitherChildren<First: ActiveChildren, Second: ActiveChildren>: ActiveChildren
where First.Composite == Second.Composite {
    public typealias Composite = First.Composite

    case first(First)
    case second(Second)

    @inlinable
    @inline(__always)
    public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) {
        switch consume self {
        case .first(let children): children._visit(&visitor)
        case .second(let children): children._visit(&visitor)
        }
    }
}

@_documentation(visibility: internal) extension Optional: ActiveChildren where Wrapped: ActiveChildren {
    public typealias Composite = Wrapped.Composite

    @inlinable
    @inline(__always)
    public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) { self?._visit(&visitor) }
}

@_documentation(visibility: internal) extension Array: ActiveChildren where Element: ActiveChildren {
    public typealias Composite = Element.Composite

    @inlinable public consuming func _visit(_ visitor: inout some _ChildVisitor<Composite>) {
        for children in self { children._visit(&visitor) }
    }
}
