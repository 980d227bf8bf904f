#if canImport(Combine)
    public import Combine
#endif

/// An object that belongs to the place of a view in the tree: made once, when the view is first evaluated there.
///
/// A change of the object evaluates the view. The object is released when the view is removed, whatever still holds the
/// value of the view.
@MainActor
@preconcurrency
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
    // Set once, in an initializer that like SwiftUI's has no isolation; called on the main actor.
    private nonisolated(unsafe) let make: () -> ObjectType
    private var place: ObjectPlace<ObjectType>?

    public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

    /// The object; without a place in the tree a new one each time, as in SwiftUI.
    public var wrappedValue: ObjectType { place?.object ?? make() }
}

extension StateObject: @MainActor ConnectedProperty {
    mutating func connect(to slots: inout Slots) {
        let node = slots.node
        place = slots.object { [make] in ObjectPlace(make(), at: node) }
    }
}

/// The storage of a `@StateObject`.
private final class ObjectPlace<ObjectType: ObservableObject> {
    let object: ObjectType

    @MainActor
    init(_ object: ObjectType, at node: Node) {
        self.object = object
        #if !canImport(Combine)
            object.objectWillChange.subscribe(self) { [weak node] in
                // The value is about to change; the requested update sees the new one.
                MainActor.assumeIsolated { node?.invalidate() }
            }
        #endif
    }

    #if !canImport(Combine)
        deinit { object.objectWillChange.unsubscribe(self) }
    #endif
}
