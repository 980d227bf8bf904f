public import OakDurable

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspector {
    /// Shows a durable host and its instances on a page.
    ///
    /// The host may be watched before it is opened, and is not kept alive. While no page is open, it costs the host
    /// nothing; while one is, the host is asked twice a second how it stands, and its store is read a page at a time.
    ///
    /// ```swift
    /// import OakDurable
    ///
    /// let host = DurableHost(store: MemoryStore())
    /// let inspector = Inspector()
    /// inspector.watch(host, as: "orders")
    /// ```
    ///
    /// The states, events and outputs of machines that the host has registered are decoded, so that
    /// ``InspectorSettings/redaction`` applies to them. Once it hides anything, values that cannot be decoded and the
    /// errors of failed instances are not shown at all. Ids, tags, and the names of activities and time-outs are shown
    /// as they are in the store.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - name: Its name on the page.
    public func watch(_ host: DurableHost, as name: String) {
        durables.add(.host(WeakHost(host: host)), named: name)
    }

    /// Allows the page to retry, cancel and fork the instances of a host, and to skip their events.
    ///
    /// The host has to be watched.
    ///
    /// ```swift
    /// import OakDurable
    ///
    /// let host = DurableHost(store: MemoryStore())
    /// let inspector = Inspector()
    /// inspector.watch(host, as: "orders")
    /// inspector.control(host)
    /// ```
    ///
    /// - Parameter host: The host.
    public func control(_ host: DurableHost) { durables.allowOperations(on: host) }

    /// Shows a store that no host of this program has open, without changing it.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: Its name on the page.
    ///   - machines: The names of the machines whose instances are counted.
    ///   - hiddenFields: The names of fields that are hidden in all values.
    package func watch(
        _ store: any DurableStore, as name: String, machines: [String], hiding hiddenFields: Set<String>
    ) {
        durables.add(.store(store, machines: machines, hiddenFields: hiddenFields), named: name)
    }
}
