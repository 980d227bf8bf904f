/// A transducer that the run loop can execute: everything with a transition function.
///
/// ``Transducer`` and ``EffectTransducer`` supply ``step(_:event:)`` from their `update` functions.
/// Write code that works with every kind of machine against this protocol; conform to it directly
/// only when neither of the two fits.
public protocol ExecutableTransducer<Event>: BaseTransducer {
    /// Performs one transition.
    ///
    /// The function is pure: what it does depends on its arguments alone.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The effect to carry out, if any, and the output of the transition.
    static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Output)
}
