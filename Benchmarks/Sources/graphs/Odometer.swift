import Oak

/// A machine with as many states as wanted, each of 16 bytes: three wheels and a switch.
enum Odometer: Transducer {
    struct State: Hashable {
        var first: UInt32 = 0
        var second: UInt32 = 0
        var third: UInt32 = 0
        var limit: UInt32
    }
    enum Event: CaseIterable { case first, second, third, firstBack, secondBack, thirdBack, swap, reset }

    static func update(_ state: inout State, event: Event) {
        let limit = state.limit
        switch event {
        case .first: state.first = state.first == limit ? 0 : state.first + 1
        case .second: state.second = state.second == limit ? 0 : state.second + 1
        case .third: state.third = state.third == limit ? 0 : state.third + 1
        case .firstBack: state.first = state.first == 0 ? limit : state.first - 1
        case .secondBack: state.second = state.second == 0 ? limit : state.second - 1
        case .thirdBack: state.third = state.third == 0 ? limit : state.third - 1
        case .swap: (state.first, state.third) = (state.third, state.first)
        case .reset: (state.first, state.second, state.third) = (0, 0, 0)
        }
    }
}
