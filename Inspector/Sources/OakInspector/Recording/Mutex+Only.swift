import Synchronization

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Mutex {
    /// Calls a function with a value that takes no room until it is first needed: most runs are watched by nobody.
    borrowing func withOnly<Element: Sendable, Result>(
        orNew make: () -> Element, _ body: (inout Element) -> Result
    ) -> Result where Value == [Element] {
        withLock { elements in
            if elements.isEmpty { elements.append(make()) }
            return body(&elements[0])
        }
    }
}
