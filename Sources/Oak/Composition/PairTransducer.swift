/// A machine that consists of two others, both of which are active in each of its states.
public protocol PairTransducer<First, Second>: ExecutableTransducer {
    /// The first machine; in a ``Cascade``, the one that receives events from outside.
    associatedtype First: ExecutableTransducer
    /// The second machine; in a ``Cascade``, the one that receives the outputs of the first.
    associatedtype Second: ExecutableTransducer
}

extension PairTransducer {
    @usableFromInline typealias FirstStep = ChildStep<TransducerEffect<Event, Env, Input>, First.Output>
    @usableFromInline typealias SecondStep = ChildStep<TransducerEffect<Event, Env, Input>, Second.Output>

    @usableFromInline static var machines: (any ExecutableTransducer.Type, any ExecutableTransducer.Type) {
        (First.self, Second.self)
    }
}
