#if canImport(SwiftUI)
    import Parts
    import SwiftUI

    /// A conversation with a service: that it is under way, or what has gone wrong with it.
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

    /// What has gone wrong, and what can be done about it.
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
