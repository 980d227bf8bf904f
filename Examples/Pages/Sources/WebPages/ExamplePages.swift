/// The common parts of the example pages.
public enum ExamplePages {
    /// The style sheet for the machines.
    public static let style = String(decoding: PackageResources.examples_css, as: UTF8.self)
}
