/// What is told how a run has ended.
///
/// Where a host takes a function, the one of a type of your own will do:
///
/// ```swift
/// struct EndOfDay: Completable {
///     func complete(with result: Result<Int, any Error>) { print("The day has ended:", result) }
/// }
/// let host = TransducerHost(of: Counter.self, initialState: Counter.State(), completion: EndOfDay().complete)
/// host.cancel()
/// ```
public protocol Completable<Value> {
    /// The last output of the machine.
    associatedtype Value

    /// Learns how the run has ended; called once, on the actor of the machine.
    ///
    /// - Parameter result: The output of the terminal transition, or why there is none.
    func complete(with result: Result<Value, any Error>)
}
