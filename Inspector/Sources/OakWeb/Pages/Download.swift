/// Files of a site that are made when somebody asks for them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct Downloads: Sendable {
    /// The path in front of the names: small letters, digits and hyphens.
    public let path: String

    let content: @Sendable (_ name: String) async -> String?

    /// Creates files.
    ///
    /// A link to one of them has the attribute `.href(page: "\(path)/\(name)")`. A browser stores it under its name,
    /// and never shows it as a page.
    ///
    /// - Parameters:
    ///   - path: The path in front of the names: small letters, digits and hyphens.
    ///   - content: The text of the file with a name; `nil` if there is no such file. The name may be any text.
    public init(at path: String, content: @escaping @Sendable (_ name: String) async -> String?) {
        self.path = path
        self.content = content
    }
}
