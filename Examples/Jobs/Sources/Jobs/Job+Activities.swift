public import Oak

extension Job {
    enum Work { case timeout, grace, pause }

    /// Lists the work of a state: the command, even while it is being ended, and the current time limit.
    ///
    /// - Parameter state: The state.
    /// - Returns: The command of an attempt, and the limit for it, its end or the pause behind it.
    public static func activities(in state: State) -> [Effect] {
        switch state.phase {
        case .running(let attempt):
            [command(state.attempt(attempt))] + timeouts(state.plan.timeout)
        case .stopping(let attempt, because: _, .request):
            [
                command(state.attempt(attempt)),
                .timeout(state.grace, id: Work.grace, sending: .graceIsOver, clock: \.clock),
            ]
        case .stopping(let attempt, because: _, .force):
            [command(state.attempt(attempt))]
        case .backingOff(let attempt):
            [.timeout(state.plan.pause(after: attempt), id: Work.pause, sending: .pauseIsOver, clock: \.clock)]
        case .waiting, .queued, .ended:
            []
        }
    }

    /// Runs the command of an attempt, and waits until it has ended.
    private static func command(_ attempt: Attempt) -> Effect {
        Effect(id: attempt, { env in await env.run(attempt) }, success: Event.ended)
    }

    private static func timeouts(_ timeout: Duration?) -> [Effect] {
        guard let timeout else { return [] }
        return [.timeout(timeout, id: Work.timeout, sending: .timeIsUp, clock: \.clock)]
    }

    /// Asks the command to end.
    static func stop(_ state: inout State, _ attempt: Int, because cause: Cause) -> Effect? {
        state.phase = .stopping(attempt: attempt, because: cause, .request)
        return tell(state.attempt(attempt), .request)
    }

    /// Ends the command by force.
    static func kill(_ state: inout State, _ attempt: Int, because cause: Cause) -> Effect? {
        state.phase = .stopping(attempt: attempt, because: cause, .force)
        return tell(state.attempt(attempt), .force)
    }

    private static func tell(_ attempt: Attempt, _ insistence: Insistence) -> Effect {
        Effect(action: { env -> [Event] in
            env.stop(attempt, insistence)
            return []
        })
    }

    /// Leaves an attempt that has not succeeded: for another one, or finally.
    static func tryAgain(
        _ state: inout State, after attempt: Int, _ ending: Ending, or result: JobResult
    ) -> Output {
        guard attempt <= state.plan.retries else { return state.end(result, attempt: attempt, ending) }
        state.phase = .backingOff(attempt: attempt)
        let news = JobNews.retrying(because: result, in: state.plan.pause(after: attempt))
        return JobReport(news, attempt: attempt, ending: ending)
    }
}

extension Job.State {
    func attempt(_ number: Int) -> Attempt { Attempt(job: name, command: plan.command, number: number) }

    mutating func end(_ result: JobResult, attempt: Int, _ ending: Ending? = nil) -> JobReport {
        phase = .ended(result)
        return JobReport(.ended(result), attempt: attempt, ending: ending)
    }
}
