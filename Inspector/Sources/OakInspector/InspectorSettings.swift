import Oak
@_exported public import OakText

/// The limits of the values that an inspector shows, and the values that it never shows.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct InspectorSettings: Sendable {
    /// The values that are never shown: they reach no page.
    public var redaction = Redaction()

    /// Values that are shown in the place of others, such as a summary of a large one, or the text of an opaque one;
    /// `nil` shows the value itself.
    ///
    /// It is called with states, events and outputs, while somebody watches, and with stored ones. The redaction hides
    /// parts of the value that it returns, too.
    public var showing: (@Sendable (Any) -> Any?)?

    /// Whether structures and objects that are `Encodable` are shown as they encode themselves, in the place of their
    /// stored properties.
    ///
    /// As soon as the redaction hides something, values are shown by their properties all the same, because an encoding
    /// could tell what is hidden.
    public var showsEncoding = false

    /// The number of levels of a value that are shown.
    public var depth = 8

    /// The number of parts of a value that are shown, on all levels together; of each collection, a quarter of that.
    public var parts = 200

    /// The number of characters of a text that are shown.
    public var textLength = 500

    /// The number of entries in the log of each run: a hundred thousand need some forty megabytes, or five times that
    /// with large states.
    public var logLength = 100_000

    /// The number of ended runs that are kept.
    public var endedRuns = 100

    /// The number of entries of each machine that are kept in a second, also at once; those beyond are counted.
    public var entriesPerSecond = 2000

    /// The program that lays out diagrams: its name, which is looked up in `PATH`, or its path; `nil` for none.
    ///
    /// It is Graphviz's `dot`. A page that shows a diagram starts it, and passes it numbers alone. Where it is not
    /// installed, and on systems that start no programs, a list of the transitions has its place.
    public var graphviz: String? = "dot"

    /// Creates the default settings, which hide nothing.
    public init() {}

    func tree(of value: Any) -> ValueTree { redaction.tree(of: value, within: limits) }

    var limits: ValueTree.Limits {
        var limits = ValueTree.Limits()
        limits.depth = max(1, depth)
        limits.parts = max(1, parts)
        limits.elements = max(1, parts / 4)
        limits.text = max(1, textLength)
        limits.showing = showing
        if showsEncoding, redaction.hidesNothing { limits.structureParts = EncodedParts.parts }
        return limits
    }

    /// An error in words, without the values that it tells, if something is hidden.
    func text(of error: any Error) -> String {
        guard !redaction.hidesNothing, let error = error as? TransducerError else {
            return redaction.text(of: error, upTo: limits.text)
        }
        return error.tellsValues ? "\(redaction.tree(of: error).name) (…)" : "\(error)"
    }

    /// The number of entries of a machine that are kept at once, after a second without any.
    var entriesAtOnce: Int { max(1, entriesPerSecond) }

    /// The number of entries more that are kept from one picture to the next.
    var entriesPerTick: Int { max(1, entriesPerSecond / Ledger.picturesPerSecond) }
}

extension TransducerError {
    /// Whether it has texts that were made of values, those of identities.
    fileprivate var tellsValues: Bool {
        switch self {
        case .unexpectedEvent, .activityWithoutID, .activitiesWithOneID, .unsteadyActivity, .childrenWithOneName,
            .childNamedTwice, .effectDropped,
            .childNotActive:
            true
        case .bufferOverflow, .rejectionsOmitted, .terminated, .macrostepUnfinished, .cancelled, .proxyAlreadyInUse,
            .noOutputProduced, .runawayActions, .postponedAction, .tooManyPostponed, .stateChangedWithReply, .deadlock,
            .outputAbandoned, .stateNotReached:
            false
        }
    }
}
