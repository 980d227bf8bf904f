// None of these can be called: they are there for what the compiler says about a closure that expects the state.

extension Roll {
    @available(
        *, unavailable, message: "let the closure take no argument: it looks at the 'state' that 'callRoll' is given"
    )
    public mutating func call<Machine>(
        _ component: @autoclosure () -> Component<Composite, Machine>, isThere: (Composite.State) -> Bool
    ) {
        while true {}
    }

    @available(
        *, unavailable, message: "let the closure take no argument: it looks at the 'state' that 'callRoll' is given"
    )
    public mutating func call<ID, Machine>(
        _ collection: @autoclosure () -> ComponentCollection<Composite, ID, Machine>,
        isThere: (Composite.State) -> Bool
    ) {
        while true {}
    }
}
