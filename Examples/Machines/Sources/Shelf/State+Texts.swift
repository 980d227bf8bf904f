// The texts that all user interfaces show.

extension Catalogue.State {
    /// The number of documents.
    public var summary: String { documents.isEmpty ? "Nothing found." : number(of: documents) }
}

extension Holdings.State {
    /// The number of documents.
    public var summary: String {
        documents.isEmpty ? "Nothing is here yet. Download something from the catalogue." : number(of: documents)
    }
}

private func number(of documents: [Document]) -> String {
    documents.count == 1 ? "1 document" : "\(documents.count) documents"
}
