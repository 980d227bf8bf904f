import OakWeb

extension HTML {
    /// The names of the actions of a user here.
    var events: Set<String> { Set(messages.map(\.event)) }
}
