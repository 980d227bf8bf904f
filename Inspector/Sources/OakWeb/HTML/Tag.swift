/// The tag of an element: where it may be, and what it may contain.
public struct Tag<Kind: Place.Kind, Content: Place.Kind>: Sendable {
    let name: TagName

    init(_ name: TagName) { self.name = name }
}

/// The names of all tags.
enum TagName: String, Sendable {
    case a, button, dd, dialog, div, dl, dt, footer, form, g, h1, h2, h3, header, input, label
    case li, main, nav, p, path, progress, rect, section, small, span, strong, svg, table, tbody, td, text
    case th, thead, time, title, tr, ul

    /// Whether the element has no content.
    var isVoid: Bool { self == .input }
}

/// Parts of a page that contain whatever may be around them.
extension Tag where Kind: Place.Block, Content == Kind {
    /// A part without a meaning of its own.
    public static var div: Tag { Tag(.div) }
    /// The end of a page or section.
    public static var footer: Tag { Tag(.footer) }
    /// The beginning of a page or section.
    public static var header: Tag { Tag(.header) }
    /// The main part of a page. A page of a ``Site`` has one already, around its content.
    public static var main: Tag { Tag(.main) }
    /// A group of links and buttons that lead elsewhere.
    public static var nav: Tag { Tag(.nav) }
    /// A section, usually with a heading.
    public static var section: Tag { Tag(.section) }
}

extension Tag where Kind == Place.Flow, Content == Place.Flow {
    /// A dialog; see ``Attribute/modal(onDismiss:)-(String)``.
    public static var dialog: Tag { Tag(.dialog) }
}

extension Tag where Kind == Place.Flow, Content == Place.Fields {
    /// A form; see ``Attribute/onSubmit(_:)-(String)``.
    public static var form: Tag { Tag(.form) }
}

/// Paragraphs and headings.
extension Tag where Kind: Place.Block, Content == Place.Phrase {
    /// A heading of the highest rank. A page of a ``Site`` has one already, its title.
    package static var h1: Tag { Tag(.h1) }
    /// A heading.
    public static var h2: Tag { Tag(.h2) }
    /// A heading below another one.
    package static var h3: Tag { Tag(.h3) }
    /// A paragraph.
    public static var p: Tag { Tag(.p) }
}

/// Parts of a line.
extension Tag where Kind: Place.Inline, Content == Kind {
    /// A side remark.
    public static var small: Tag { Tag(.small) }
    /// A part of a line without a meaning of its own.
    public static var span: Tag { Tag(.span) }
    /// An important part of a line.
    public static var strong: Tag { Tag(.strong) }
    /// A time.
    public static var time: Tag { Tag(.time) }
}

/// Links and controls.
extension Tag where Kind == Place.Phrase, Content == Place.Words {
    /// A link.
    public static var a: Tag { Tag(.a) }
    /// A button.
    public static var button: Tag { Tag(.button) }
    /// The progress of some work.
    public static var progress: Tag { Tag(.progress) }
}

extension Tag where Kind == Place.Phrase, Content == Place.Phrase {
    /// The label of a field, which it may contain.
    public static var label: Tag { Tag(.label) }
}

extension Tag where Kind == Place.Phrase, Content == Place.None {
    /// A field.
    public static var input: Tag { Tag(.input) }
}

extension Tag where Kind: Place.Block, Content == Place.Items<Kind> {
    /// A list.
    public static var ul: Tag { Tag(.ul) }
}

extension Tag where Content: Place.Block, Kind == Place.Items<Content> {
    /// An item of a list.
    public static var li: Tag { Tag(.li) }
}

extension Tag where Kind: Place.Block, Content == Place.Terms<Kind> {
    /// A list of terms and their descriptions.
    public static var dl: Tag { Tag(.dl) }
}

extension Tag where Kind: Place.TermKind, Content == Place.Phrase {
    /// A term.
    public static var dt: Tag { Tag(.dt) }
}

extension Tag where Kind: Place.TermKind, Content == Kind {
    /// A `div` around a term and its descriptions.
    public static var entry: Tag { Tag(.div) }
}

extension Tag where Content: Place.Block, Kind == Place.Terms<Content> {
    /// The description of a term.
    public static var dd: Tag { Tag(.dd) }
}

extension Tag where Kind: Place.Block, Content == Place.Groups<Kind> {
    /// A table.
    public static var table: Tag { Tag(.table) }
}

/// The parts of a table.
extension Tag where Kind: Place.GroupKind, Content == Place.Rows<Kind.Around> {
    /// The body of a table.
    public static var tbody: Tag { Tag(.tbody) }
    /// The head of a table.
    public static var thead: Tag { Tag(.thead) }
}

extension Tag where Kind: Place.RowKind, Content == Place.Cells<Kind.Around> {
    /// A row of a table.
    public static var tr: Tag { Tag(.tr) }
}

/// Cells of a table.
extension Tag where Content: Place.Block, Kind == Place.Cells<Content> {
    /// A cell.
    public static var td: Tag { Tag(.td) }
    /// The heading of a row or column.
    public static var th: Tag { Tag(.th) }
}

/// Drawings, whose colours and lines are those of the style sheet.
extension Tag where Kind: Place.Inline, Content == Place.Shapes {
    /// A drawing of scalable shapes.
    package static var svg: Tag { Tag(.svg) }
}

extension Tag where Kind == Place.Shapes, Content == Place.Shapes {
    /// A group of shapes.
    package static var g: Tag { Tag(.g) }
    /// A line; see `Attribute.path`.
    package static var path: Tag { Tag(.path) }
    /// A rectangle.
    package static var rect: Tag { Tag(.rect) }
}

extension Tag where Kind == Place.Shapes, Content == Place.Plain {
    /// A text in a drawing.
    package static var text: Tag { Tag(.text) }
    /// The name of the drawing or of the shape that contains it.
    package static var title: Tag { Tag(.title) }
}
