/// The places of a page, each of which admits some elements and no others.
///
/// A browser moves or drops elements that are nested in a way that HTML does not allow, and the page would no longer be
/// the one that the server knows. Here such a nesting has no spelling: the type of an ``Element`` says in which place
/// it may be, and its ``Tag`` which place its content is. The compiler infers both.
///
/// The rules are those of the HTML standard, "Kinds of content", as far as parsers insist on them.
public enum Place {
    /// A place.
    public protocol Kind {}
    /// A place that admits text.
    public protocol Text: Kind {}
    /// A place for paragraphs, lists, tables and sections.
    public protocol Block: Text {}
    /// A place within a line of text.
    public protocol Inline: Text {}

    /// A place for everything that needs no particular parent.
    public enum Flow: Block {}
    /// A place within a form: everything that needs no particular parent but another form.
    public enum Fields: Block {}
    /// A place within a paragraph or heading: text, links, buttons and fields.
    public enum Phrase: Inline {}
    /// A place within a link or button: text without further links, buttons and fields.
    public enum Words: Inline {}

    /// The content of a list, which is a part of another place.
    public enum Items<Around: Block>: Kind {}
    /// The content of a list of terms.
    public enum Terms<Around: Block>: TermKind {}
    /// The content of a table.
    public enum Groups<Around: Block>: GroupKind {}
    /// The content of the head or the body of a table.
    public enum Rows<Around: Block>: RowKind {}
    /// The content of a row.
    public enum Cells<Around: Block>: Kind {}
    /// The content of a drawing.
    package enum Shapes: Kind {}
    /// A place for text alone.
    package enum Plain: Text {}
    /// The content of an element that has none.
    public enum None: Kind {}

    /// A place for terms and their descriptions.
    public protocol TermKind: Kind {}
    /// A place for the head and the body of a table.
    public protocol GroupKind: Kind {
        /// The place of the table.
        associatedtype Around: Block
    }
    /// A place for rows.
    public protocol RowKind: Kind {
        /// The place of the table.
        associatedtype Around: Block
    }
}
