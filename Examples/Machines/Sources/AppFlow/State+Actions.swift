import Oak
public import Parts

// The actions of the user in each state: a user interface shows this and needs no rules of its own.

extension Login.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Login.Event>? {
        switch step {
        case .entering: form.prompt?.map(Login.Event.form)
        case .verifying, .locked: nil
        }
    }

    /// The other actions of the user.
    public var actions: [Action<Login.Event>] {
        switch step {
        case .entering: form.actions(submit: "sign in").map { $0.map(Login.Event.form) }
        case .verifying(.failed): [Action("retry", "try again", .verification(.ask)), Action("back", "go back", .back)]
        case .verifying(.waiting), .verifying(.answered), .locked: []
        }
    }
}

extension Dashboard.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Dashboard.Event>? {
        switch mode {
        case .watching: nil
        case .adding: Prompt("folder", hint: "The folder to be watched.") { .add($0) }
        case .removing: Prompt("folder", hint: folderHint) { .remove($0) }
        }
    }

    /// Lists the folders that can be named.
    private var folderHint: String {
        let names = folders.keys.joined(separator: ", ")
        return folders.count == 1 ? "\(names) is the only one." : "One of \(names)."
    }

    /// The other actions of the user.
    public var actions: [Action<Dashboard.Event>] {
        switch mode {
        case .watching:
            [
                Action("refresh", "measure again at once", .refresh),
                Action("add", "watch another folder", .ask(.adding)),
            ]
                + (folders.isEmpty ? [] : [Action("remove", "watch a folder no longer", .ask(.removing))])
        case .adding, .removing: [Action("back", "change nothing", .ask(.watching))]
        }
    }

    /// Whether a requested measurement is pending.
    public var isWorking: Bool { folders.values.contains { $0.result == .pending } }
}

extension AppFlow.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<AppFlow.Event>? {
        switch self {
        case .unauthenticated(let inner): inner.prompt?.map(AppFlow.Event.login)
        case .authenticated(let inner): inner.prompt?.map(AppFlow.Event.dashboard)
        case .launching, .terminating: nil
        }
    }

    /// The other actions of the user.
    public var actions: [Action<AppFlow.Event>] {
        let exit = Action("exit", "end the application", AppFlow.Event.terminate)
        return switch self {
        case .launching(let inner): inner.actions.map { $0.map(AppFlow.Event.launch) } + [exit]
        case .unauthenticated(let inner): inner.actions.map { $0.map(AppFlow.Event.login) } + [exit]
        case .authenticated(let inner):
            inner.actions.map { $0.map(AppFlow.Event.dashboard) } + [Action("logout", "sign out", .signOut), exit]
        case .terminating: []
        }
    }

    /// Whether work is under way that ends by itself.
    public var isWorking: Bool {
        switch self {
        case .launching(let inner): inner.isWorking
        case .unauthenticated(let inner):
            switch inner.step {
            case .verifying(let call): call.isWorking
            case .locked: true
            case .entering: false
            }
        case .authenticated(let inner): inner.isWorking
        case .terminating: false
        }
    }
}
