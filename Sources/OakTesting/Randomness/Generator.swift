/// A distribution of random values.
///
/// ```swift
/// var random = SeededGenerator(seed: 1)
/// let events: Generator<Counter.Event> = .weighted([(3, .increment), (1, .finish)])
/// print(events.value(using: &random))
/// ```
public struct Generator<Value>: Sendable {
    private let make: @Sendable (inout SeededGenerator) -> Value

    /// Creates a generator from a function.
    ///
    /// - Parameter make: Makes a value; it takes all randomness from the given source, which makes a seed repeatable.
    public init(_ make: @escaping @Sendable (inout SeededGenerator) -> Value) { self.make = make }

    /// Makes a value.
    ///
    /// - Parameter random: The source of random numbers.
    /// - Returns: A value that depends only on the state of the source.
    public func value(using random: inout SeededGenerator) -> Value { make(&random) }

    /// Makes several values.
    func values(_ count: Int, using random: inout SeededGenerator) -> [Value] {
        (0..<count).map { _ in value(using: &random) }
    }

    /// Generates lists of values.
    ///
    /// - Parameters:
    ///   - generator: Makes each value.
    ///   - count: The range of lengths.
    public static func lists<Element>(of generator: Generator<Element>, count: ClosedRange<Int>) -> Generator
    where Value == [Element] {
        let count = max(0, count.lowerBound)...max(0, count.upperBound)
        return Generator { random in
            generator.values(count.lowerBound + random.index(below: count.count), using: &random)
        }
    }
}

extension Generator where Value: Sendable {
    /// Always generates the same value.
    ///
    /// - Parameter value: The value.
    public static func always(_ value: Value) -> Generator { Generator { _ in value } }

    /// Generates one of several values, all equally likely.
    ///
    /// - Parameter values: The values to choose from; at least one.
    public static func any(of values: [Value]) -> Generator {
        weighted(values.map { (1, $0) })
    }

    /// Generates one of several values, some more often than others.
    ///
    /// - Parameter values: The values to choose from, each after its weight. A value with twice the weight comes twice
    ///   as often; one without weight never comes. At least one weight has to be above zero.
    public static func weighted(_ values: [(weight: Int, value: Value)]) -> Generator {
        let values = values.filter { $0.weight > 0 }
        precondition(!values.isEmpty, "A generator needs at least one value with a weight above zero")
        let total = values.reduce(0) { $0 + $1.weight }
        return Generator { random in
            var rest = random.index(below: total)
            for (weight, value) in values {
                rest -= weight
                if rest < 0 { return value }
            }
            return values[0].value
        }
    }
}

extension Generator where Value: CaseIterable & Sendable {
    /// Generates every case, all equally likely.
    public static var allCases: Generator { any(of: Array(Value.allCases)) }
}

/// A source of random numbers that gives the same numbers for the same seed, on every platform.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). It
/// is fast and good enough to choose test cases, but not meant for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a source of random numbers.
    ///
    /// - Parameter seed: Determines all numbers that follow.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number from zero up to, but not including, a bound.
    mutating func index(below bound: Int) -> Int {
        // The upper half of the product: no division, and a bias too small to matter for choosing tests.
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
