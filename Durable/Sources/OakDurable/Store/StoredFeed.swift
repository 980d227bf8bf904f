/// The number that a store gives to a change in a feed; greater than those of all earlier changes in its shard, and
/// greater than zero.
public typealias ChangeNumber = Int64

/// A position in the feed of a machine, which a follower keeps to go on from there.
///
/// A position belongs to one store. It can be encoded, and read by later versions of the program. A store that has lost
/// transactions, as a restored backup has, gives their numbers again: its followers begin anew.
public struct FeedPosition: Hashable, Codable, Sendable {
    /// The numbers of the last changes, by the numbers of their shards.
    private var numbers: [Int: ChangeNumber] = [:]

    /// Creates the position before all changes.
    public init() {}

    /// The position before all changes.
    public static let beginning = FeedPosition()

    /// The number of the last change of a shard; zero before the first one.
    ///
    /// - Parameter shard: The shard.
    public subscript(shard: StoreShard) -> ChangeNumber {
        get { numbers[shard.number] ?? 0 }
        set { numbers[shard.number] = newValue }
    }
}

/// An instance in the feed of its machine, as a store keeps it.
public struct StoredFeedEntry: Hashable, Sendable {
    /// The number of the last change of the instance.
    public var number: ChangeNumber
    /// The instance after the change.
    public var instance: StoredInstance
    /// The error of a codec that cannot decode the instance, of which the entry then has the summary alone.
    public var problem: DurableError?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - number: The number of the last change of the instance.
    ///   - instance: The instance after the change.
    ///   - problem: The error of a codec that cannot decode the instance.
    public init(number: ChangeNumber, instance: StoredInstance, problem: DurableError? = nil) {
        self.problem = problem
        self.number = number
        self.instance = instance
    }
}
