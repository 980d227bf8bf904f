/// The cases whose cost per item should not depend on how many there are.
public enum Crowd {
    /// How many there are.
    public static let counts = [100, 1_000, 10_000, 100_000]

    /// All cases of Oak.
    public static let all = operations + compositions + lists + children + activities + senders
}
