public import Parts

// The actions of the user in each state: a user interface shows this and needs no rules of its own.

extension Shipping.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Shipping.Event>? {
        switch step {
        case .entering: form.prompt?.map(Shipping.Event.form)
        case .quoting, .refused, .choosing: nil
        }
    }

    /// The other actions of the user.
    public var actions: [Action<Shipping.Event>] {
        let back = Action("back", "change the address", Shipping.Event.back)
        return switch step {
        case .entering: form.actions(submit: "see what delivery costs").map { $0.map(Shipping.Event.form) }
        case .quoting(let call): call.actions.map { $0.map(Shipping.Event.quoting) } + [back]
        case .refused: [back]
        case .choosing(_, let offers):
            offers.map { Action($0.id, "\($0.price), \($0.time)", .choose($0.id)) } + [back]
        }
    }
}

extension Payment.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Payment.Event>? {
        switch step {
        case .entering: form.prompt?.map(Payment.Event.form)
        case .confirming: nil
        case .authorizing(_, let inner): inner.prompt?.map(Payment.Event.authorization)
        }
    }

    /// The other actions of the user.
    public var actions: [Action<Payment.Event>] {
        switch step {
        case .entering:
            form.actions(submit: "go on with this card").map { $0.map(Payment.Event.form) }
                + [Action("back", "change the address", .back)]
        case .confirming:
            [
                Action("confirm", "pay \(amount)", .confirm),
                Action("back", "change the card", .back),
            ]
        case .authorizing(_, let inner):
            inner.actions.map { $0.map(Payment.Event.authorization) } + [Action("back", "do not pay yet", .back)]
        }
    }
}

extension Authorization.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Authorization.Event>? {
        switch self {
        case .challenged: Prompt("PIN", hint: "The PIN of the card.", isSecret: true) { .pin($0.trimmed) }
        case .asking, .approved, .declined: nil
        }
    }

    /// The other actions of the user.
    public var actions: [Action<Authorization.Event>] {
        switch self {
        case .asking(_, let call): call.actions.map { $0.map(Authorization.Event.bank) }
        case .challenged, .approved, .declined: []
        }
    }
}

extension Checkout.State {
    /// The current question to the user, if any.
    public var prompt: Prompt<Checkout.Event>? {
        switch step {
        case .shipping(let inner): inner.prompt?.map(Checkout.Event.shipping)
        case .payment(_, let inner): inner.prompt?.map(Checkout.Event.payment)
        case .placing, .placed, .cancelled: nil
        }
    }

    /// The other actions of the user.
    public var actions: [Action<Checkout.Event>] {
        let cancel = Action("cancel", "buy nothing", Checkout.Event.cancel)
        return switch step {
        case .shipping(let inner): inner.actions.map { $0.map(Checkout.Event.shipping) } + [cancel]
        case .payment(_, let inner):
            inner.actions.map { $0.map(Checkout.Event.payment) }
                + [Action("delivery", "choose another delivery", .changeDelivery), cancel]
        case .placing(_, .failed(_, _)): [Action("retry", "try again", .placing(.ask)), cancel]
        case .placing(_, .waiting), .placing(_, .answered), .placed, .cancelled: []
        }
    }

    /// Whether work is under way that ends by itself.
    public var isWorking: Bool {
        switch step {
        case .shipping(let inner):
            switch inner.step {
            case .quoting(let call): call.isWorking
            case .entering, .refused, .choosing: false
            }
        case .payment(_, let inner):
            switch inner.step {
            case .authorizing(_, .asking(_, let call)): call.isWorking
            case .authorizing(_, .challenged), .authorizing(_, .approved), .authorizing(_, .declined), .entering,
                .confirming:
                false
            }
        case .placing(_, let call): call.isWorking
        case .placed, .cancelled: false
        }
    }
}

extension Offer {
    /// The delivery time, in words.
    public var time: String {
        switch (days.lowerBound, days.upperBound) {
        case (1, 1): "1 working day"
        case (let first, let last) where first == last: "\(first) working days"
        case (let first, let last): "\(first) to \(last) working days"
        }
    }
}
