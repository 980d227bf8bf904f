#if canImport(SwiftUI)
    import Parts
    import Shelf
    import SwiftUI

    /// The title of a document, and a line of it.
    struct DocumentLabel: View {
        let document: Document

        var body: some View {
            VStack(alignment: .leading) {
                Text(document.title).font(.headline)
                Text(document.excerpt).font(.footnote).foregroundStyle(Color.secondary).lineLimit(2)
            }
        }
    }

    /// A problem, and what can be done.
    struct ProblemLabel: View {
        let problem: Problem

        var body: some View {
            Text("\(problem.reason) \(problem.advice)").font(.footnote).foregroundStyle(Color.red)
        }
    }
#endif
