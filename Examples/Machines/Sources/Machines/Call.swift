import Parts

/// The shown part of a call of a service.
enum Call: Hashable {
    case waiting, failed, answered

    init<Question, Answer>(_ state: ServiceCall<Question, Answer>.State) {
        self =
            switch state {
            case .waiting: .waiting
            case .failed: .failed
            case .answered: .answered
            }
    }
}

extension Problem {
    /// A problem of any service.
    static let sample = Problem("The service is busy.", advice: "Try again.")
}

extension ServiceCall.State {
    /// The events that the call itself may send.
    func answers(_ samples: Answer...) -> [ServiceCall.Event] {
        switch self {
        case .waiting: samples.map(ServiceCall.Event.answered) + [.failed(.sample)]
        case .failed, .answered: []
        }
    }
}
