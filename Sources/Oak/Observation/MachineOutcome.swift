/// The state of a run in a host: running, ended or failed.
public enum MachineOutcome<Output> {
    /// The machine runs.
    case running
    /// The machine has reached a terminal state, with this output.
    case ended(Output)
    /// The run has ended with this error; it is `CancellationError` or ``TransducerError/cancelled`` if it was
    /// cancelled.
    case failed(any Error)

    @inlinable init(_ result: Result<Output, any Error>) {
        switch result {
        case .success(let output): self = .ended(output)
        case .failure(let error): self = .failed(error)
        }
    }
}

extension MachineOutcome: Sendable where Output: Sendable {}
