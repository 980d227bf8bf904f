/// What the pages of the examples have in common.
public enum ExamplePages {
    /// How their machines are shown.
    public static let style = String(decoding: PackageResources.examples_css, as: UTF8.self)
}
