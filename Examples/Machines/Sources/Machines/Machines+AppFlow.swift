import AppFlow
import MachineTool
import Oak
import OakGraph
import Parts

/// The shown part of an application with a sign-in, without names and codes.
enum Screen: Hashable {
    case launching(Call)
    case unauthenticated(SignIn)
    case authenticated(Dashboard.State.Mode, watches: Bool)
    case terminating

    enum SignIn: Hashable {
        /// The field that is missing; `nil` for none.
        case entering(Credentials.Field?, failures: Int)
        case verifying(Call, failures: Int)
        case locked(seconds: Int)
    }

    init(_ state: AppFlow.State) {
        self =
            switch state {
            case .launching(let call): .launching(Call(call))
            case .unauthenticated(let inner): .unauthenticated(SignIn(inner))
            case .authenticated(let inner): .authenticated(inner.mode, watches: !inner.folders.isEmpty)
            case .terminating: .terminating
            }
    }
}

extension Screen {
    var isLocked: Bool {
        switch self {
        case .unauthenticated(.locked): true
        case .unauthenticated(.entering), .unauthenticated(.verifying), .launching, .authenticated, .terminating:
            false
        }
    }
}

extension Screen.SignIn {
    init(_ state: Login.State) {
        self =
            switch state.step {
            case .entering: .entering(state.form.focus, failures: state.failures)
            case .verifying(let call): .verifying(Call(call), failures: state.failures)
            case .locked(let seconds): .locked(seconds: seconds)
            }
    }
}

extension Machines {
    static var login: ExploredMachine {
        .machine(
            Login.self, from: [Login.State()],
            events: .generated { state in state.choices + state.answers }.namedByCases().includingAnswers(),
            showing: { Screen.SignIn($0) }, style: DiagramStyle(folding: .above(20)))
    }

    static var appFlow: ExploredMachine {
        .machine(
            AppFlow.self, named: "app-flow", from: [AppFlow.State()],
            events: .generated { state in state.choices + state.answers }.namedByCases().includingAnswers(),
            showing: { Screen($0) },
            style: DiagramStyle(folding: .above(20)),
            properties: [
                .leadsTo(
                    "A lock of the sign-in opens again", from: { Screen($0).isLocked }, to: { !Screen($0).isLocked },
                    under: .strong)
            ])
    }
}

extension Login.State {
    /// The events that a user may send.
    var choices: [Login.Event] {
        let typed = prompt.map { prompt in prompt.event(prompt.label == "name" ? "kim" : "1111") }
        let chosen = actions.map(\.event).filter { event in
            switch event {
            // A field that is filled in is not asked for again.
            case .form(.focus): false
            case .form, .verification, .back, .tick: true
            }
        }
        return (typed.map { [$0] } ?? []) + chosen
    }

    /// The events that the check of the code, and the clock, may send.
    var answers: [Login.Event] {
        switch step {
        case .verifying(let call):
            call.answers(.welcome(.sample, codesLeft: 1), .refused).map(Login.Event.verification)
        case .locked: [.tick]
        case .entering: []
        }
    }
}

extension AppFlow.State {
    var choices: [AppFlow.Event] {
        switch self {
        case .unauthenticated(let inner): inner.choices.map(AppFlow.Event.login) + [.terminate]
        case .launching, .authenticated, .terminating:
            (prompt.map { [$0.event("work")] } ?? []) + actions.map(\.event)
        }
    }

    var answers: [AppFlow.Event] {
        switch self {
        case .launching(let call): call.answers(Roster(accounts: 1, file: "accounts")).map(AppFlow.Event.launch)
        case .unauthenticated(let inner): inner.answers.map(AppFlow.Event.login)
        case .authenticated(let inner):
            inner.folders.isEmpty ? [] : [.dashboard(.folder("work", .measured(Usage(files: 1, bytes: 1))))]
        case .terminating: []
        }
    }
}

extension Account {
    fileprivate static let sample = Account(name: "kim", folders: ["work"])
}
