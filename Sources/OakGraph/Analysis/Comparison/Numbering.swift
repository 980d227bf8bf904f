/// Numbers values in the order in which they first occur.
struct Numbering<Value: Hashable> {
    private var numbers: [Value: Int] = [:]

    /// The number of a value; equal values have the same number.
    mutating func number(of value: Value) -> Int {
        let next = numbers.count
        let number = numbers[value, default: next]
        if number == next { numbers[value] = next }
        return number
    }
}
