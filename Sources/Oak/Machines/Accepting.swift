extension ExecutableTransducer {
    /// Whether a machine in a state would process an event, rather than refuse, postpone or not expect it.
    static func accepts(_ event: Event, in state: State) -> Bool {
        if isTerminal(state) { return false }
        var next = state
        // The caller may be called by a machine at work, whose record knows nothing of this transition.
        return stepAlone(&next, event).0?.processesEvent ?? true
    }
}

extension TransducerEffect {
    /// Whether the answer to an event processes it: it is no reply, and more than the refusal of an inactive child.
    fileprivate var processesEvent: Bool {
        var (isRefused, isProcessed) = (isReply, false)
        walk { part in
            switch part.content {
            case .reply: break
            case .event, .events: isProcessed = true
            case .work(let work):
                switch work.form {
                case .list, .sequence, .combination: break
                case .rejection(_, .inactive): isRefused = true
                case .action, .operation, .cancellation, .departure, .mistake, .rejection(_, .overruled):
                    isProcessed = true
                }
            }
            return true
        }
        return isProcessed || !isRefused
    }
}
