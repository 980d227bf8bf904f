package import Oak

extension TimedID: SpelledOut {
    // A place in the source cannot be written elsewhere.
    package func spelling(by writer: SourceWriter) -> String {
        switch writer.purpose {
        case .reading: description
        case .pasting: placeholder("\(description): give it an id")
        }
    }
}
