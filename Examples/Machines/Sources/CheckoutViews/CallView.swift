#if canImport(SwiftUI)
    import Parts
    import SwiftUI

    /// A call to a service: its progress, or its failure.
    struct CallView<Question: Equatable & Sendable, Answer: Equatable & Sendable>: View {
        let title: String
        let state: ServiceCall<Question, Answer>.State
        let send: (ServiceCall<Question, Answer>.Event) -> Void

        var body: some View {
            switch state {
            case .waiting: ProgressView(title)
            case .failed(_, let problem):
                ProblemText(problem: problem)
                Button("Retry") { send(.ask) }
            case .answered: EmptyView()
            }
        }
    }

    /// A problem and its remedy.
    struct ProblemText: View {
        let problem: Problem

        var body: some View {
            VStack(alignment: .leading) {
                Text(problem.reason).foregroundStyle(Color.red)
                Text(problem.advice)
            }
            .accessibilityElement(children: .combine)
        }
    }

    #if DEBUG && !os(Linux)
        #Preview("No answer") {
            Form {
                CallView<Int, Int>(
                    title: "Asking the bank …",
                    state: .failed(1, Problem("The bank does not answer.", advice: "Try again."))
                ) { _ in }
            }
        }
    #endif
#endif
