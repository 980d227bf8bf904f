public import Commons

/// A customer in a file.
public struct Customer: Codable, Hashable, Sendable {
    public var id: String
    public var price: Money

    /// Reads customers, one in each line: the id and the price in cents, such as `kim,990`, below a line with names.
    ///
    /// - Parameter text: The lines.
    /// - Throws: ``UnreadableLine``.
    public static func list(of text: String) throws(UnreadableLine) -> [Customer] {
        var customers: [Customer] = []
        var ids: Set<Substring> = []
        for (number, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 2, !fields[0].isEmpty, let cents = Int(fields[1]), cents > 0,
                ids.insert(fields[0]).inserted
            else { throw UnreadableLine(number: number + 1, line: String(line)) }
            customers.append(Customer(id: String(fields[0]), price: Money(cents: cents)))
        }
        return customers
    }
}

/// A line of a file that is no customer, or the same one again.
public struct UnreadableLine: Error, CustomStringConvertible {
    public let number: Int
    public let line: String

    public var description: String {
        #"Line \#(number), "\#(line)", is not an id of its own and a price in cents. Nobody was imported."#
    }
}
