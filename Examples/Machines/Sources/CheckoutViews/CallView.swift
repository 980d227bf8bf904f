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
#endif
