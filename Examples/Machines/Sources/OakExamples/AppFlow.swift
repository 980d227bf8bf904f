import AppFlow
import Oak
import Parts
import Terminal

extension Terminal<AppFlow> {
    static var appFlow: Self {
        Self(
            "An application. Once you have signed in, name a folder to watch its size, and again to stop that.",
            text: { state in
                switch state {
                case .launching(.failed(_, let problem)): problem.text(offering: "retry or exit")
                case .launching: "Reading the accounts …"
                case .unauthenticated(let login): login.text
                case .authenticated(let dashboard): dashboard.text
                case .terminating: "Good-bye."
                }
            },
            words: { state in
                switch state {
                case .launching(.failed): [("retry", .launch(.ask)), ("exit", .terminate)]
                case .launching: [("exit", .terminate)]
                case .unauthenticated(let login): login.words.map { ($0, .login($1)) } + [("exit", .terminate)]
                case .authenticated(let dashboard):
                    dashboard.folders.keys.map { ($0, .dashboard(.remove($0))) }
                        + [("logout", .signOut), ("exit", .terminate)]
                case .terminating: []
                }
            },
            answer: { state, line in
                switch state {
                case .unauthenticated(let login): login.form.answer(line).map { .login(.form($0)) }
                case .authenticated: .dashboard(.add(line))
                case .launching, .terminating: nil
                }
            })
    }
}

extension Login.State {
    fileprivate var text: String {
        switch step {
        case .entering: (failures > 0 ? "That was wrong. " : "Sign in. ") + form.text
        case .verifying(.failed(_, let problem)): problem.text(offering: "retry or back")
        case .verifying: "Checking …"
        case .locked: "Wrong too often. Nobody can sign in for \(Login.pause) seconds …"
        }
    }

    fileprivate var words: [(String, Login.Event)] {
        switch step {
        case .entering: form.words.map { ($0, .form($1)) }
        case .verifying(.failed): [("retry", .verification(.ask)), ("back", .back)]
        case .verifying, .locked: []
        }
    }
}

extension Dashboard.State {
    fileprivate var text: String {
        let rows = folders.values.map { folder in
            switch folder.result {
            case .pending: "\(folder.folder): not measured yet"
            case .size(let bytes): "\(folder.folder): \(bytes) bytes"
            case .problem(let problem): "\(problem.reason) \(problem.advice)"
            }
        }
        let isWaiting = folders.values.contains { $0.result == .pending }
        let title = "\(account.name), codes left: \(account.codesLeft)"
        return ([title] + rows).joined(separator: "\n") + (isWaiting ? "\nMeasuring …" : "")
    }
}
