/// The cases whose cost per item should not depend on the count.
public enum Crowd {
    /// The measured counts.
    public static let counts = [100, 1_000, 10_000, 100_000]

    /// All cases of Oak.
    public static let all = operations + compositions + lists + children + activities + senders
}
