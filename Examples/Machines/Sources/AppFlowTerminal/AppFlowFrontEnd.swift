public import AppFlow
import LoadingList
import Oak
import Parts
import PartsTerminal
public import Terminal

/// The application in a terminal.
public struct AppFlowFrontEnd: FrontEnd {
    public typealias Machine = AppFlow

    /// The file of accounts.
    let accounts: String

    /// Creates a front end.
    ///
    /// - Parameter accounts: The file of accounts, which is shown to the user.
    public init(accounts: String) { self.accounts = accounts }

    public let introduction =
        "An application: it starts, you sign in, you watch how much is in some folders, you leave."
    public let vocabulary: Set<String> = [
        "name", "code", "continue", "retry", "back", "refresh", "add", "remove", "wait", "logout", "exit",
    ]

    public func commands(in state: AppFlow.State) -> [Command<AppFlow>] {
        state.actions.map(Command.init) + (measurements(in: state).map { [wait(beyond: $0)] } ?? [])
    }

    public func question(in state: AppFlow.State) -> Question<AppFlow.Event>? { state.prompt.map(Question.init) }

    public func isWorking(in state: AppFlow.State) -> Bool { state.isWorking }

    public func opening(in state: AppFlow.State) -> [Line] {
        [
            Line("Accounts are kept in \(accounts);", .faint),
            Line("delete that file to begin again at the next start.", .faint),
        ] + page(of: state)
    }

    public func report(_ event: AppFlow.Event, from old: AppFlow.State, to new: AppFlow.State) -> [Line] {
        switch event {
        case .dashboard(.folder(let name, .measured)), .dashboard(.folder(let name, .failed)):
            guard let now = folder(name, in: new), now.result != folder(name, in: old)?.result else { return [] }
            return describe(now)
        case .dashboard(.ask):
            return mode(of: new)
        case .dashboard(.add(let name)):
            let isKnown = folder(name, in: old) != nil
            return (isKnown ? [Line("“\(name)” is watched already.", .failure)] : []) + mode(of: new)
        case .dashboard(.remove(let name)):
            let isKnown = folder(name, in: old) != nil
            return (isKnown ? [] : [Line("“\(name)” is not watched.", .failure)]) + mode(of: new)
        case .dashboard(.refresh):
            return isWorking(in: new) ? [Line("Measuring …", .faint)] : mode(of: new)
        case .login(.form):
            // An answer that changes nothing, such as a repeated mistake, still gets a reply.
            return page(of: new)
        case .launch(.answered(let roster)):
            return (roster.trial.map { [trial($0)] } ?? []) + page(of: new)
        case .launch, .login, .dashboard(.folder(_, .refresh)), .signOut, .terminate:
            let page = page(of: new)
            return page == self.page(of: old) ? [] : page
        }
    }

    private func wait(beyond count: Int) -> Command<AppFlow> {
        Command("wait", "in a script: go on after so many measurements") { number in
            // Compares by subtraction: the number may be too large to add to.
            { state in measurements(in: state).map { $0 - count >= number } ?? true }
        }
    }

    /// The smallest number of measurements of any folder; `nil` outside of the dashboard.
    private func measurements(in state: AppFlow.State) -> Int? {
        guard case .authenticated(let inner) = state, inner.mode == .watching else { return nil }
        return inner.folders.values.map(\.measurements).min()
    }

    private func folder(_ name: String, in state: AppFlow.State) -> DiskUse.State? {
        guard case .authenticated(let inner) = state else { return nil }
        return inner.folders[name]
    }

    private func page(of state: AppFlow.State) -> [Line] {
        switch state {
        case .launching(.failed(_, let problem)): Line.explaining(problem) + [.typing(state.actions)]
        case .launching(.waiting), .launching(.answered): ["Reading the accounts …"]
        case .unauthenticated(let inner): loginPage(inner)
        case .authenticated(let inner):
            [
                Line(
                    "Welcome, \(inner.account.name). \(count(inner.codesLeft, "code")) left to sign in with.", .heading)
            ] + (inner.codesLeft == 0 ? [Line("That was the last one. \(beginningAgain)", .failure)] : [])
                + mode(of: state)
                + [Line("Type refresh, add, remove, logout or exit; help shows more.", .faint)]
        case .terminating: ["Good-bye."]
        }
    }

    private var beginningAgain: String { "Delete \(accounts) to begin again at the next start." }

    private func trial(_ trial: Trial) -> Line {
        switch trial.codes.count {
        case 0:
            return Line("No code of \(trial.name) is left. \(beginningAgain)", .failure)
        case 1:
            return Line("Try \(trial.name) with the code \(trial.codes[0]), which is good once.", .faint)
        case let count:
            let codes = trial.codes.dropLast().joined(separator: ", ") + " and " + trial.codes[count - 1]
            return Line("Try \(trial.name) with the codes \(codes); each is good once.", .faint)
        }
    }

    private func loginPage(_ state: Login.State) -> [Line] {
        switch state.step {
        case .entering(let wasRefused):
            (wasRefused ? [Line("That is not right. \(count(state.triesLeft, "try", "tries")) left.", .failure)] : [])
                + FormPage(state.form, title: "Sign in.", submit: "sign in").lines
        case .verifying(.failed(_, let problem)): Line.explaining(problem) + [.typing(state.actions)]
        case .verifying(.waiting), .verifying(.answered): ["Checking …"]
        case .locked:
            // The state has the seconds, but a line for each of them would be in the way.
            [Line("Wrong too often. Nobody can sign in for \(Login.pause) seconds.", .failure)]
        }
    }

    private func mode(of state: AppFlow.State) -> [Line] {
        guard case .authenticated(let inner) = state else { return [] }
        if let prompt = inner.prompt { return [Line("\(prompt.label): \(prompt.hint)", .faint)] }
        let names = inner.folders.keys.joined(separator: ", ")
        return [Line(inner.folders.isEmpty ? "Watching nothing." : "Watching \(names).", .faint)]
    }

    private func describe(_ state: DiskUse.State) -> [Line] {
        switch state.result {
        case .pending: []
        case .usage(let usage):
            [Line("\(state.folder): \(count(usage.files, "file")), \(LoadingList.sizeText(usage.bytes))")]
        case .problem(let problem): Line.explaining(problem)
        }
    }

    private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
