import Foundation
import OakDurable
import OakText

/// The stored samples of all versions of a machine.
struct FixtureFile: Codable {
    /// The encoded samples of a version.
    struct Samples: Codable, Equatable {
        var states: [JSONValue]
        var events: [JSONValue]
    }

    var machine: String
    var versions: [Int: Samples]
}

extension FixtureFile {
    init(_ text: String) throws { self = try Codec.decode(FixtureFile.self, from: Data(text.utf8)) }

    /// The text of the file, in which a version has the same lines however often it is written.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// The encoded form of a value, the same for equal values.
    static func form(of value: some Encodable) throws -> JSONValue {
        try Codec.decode(JSONValue.self, from: try Codec.encode(value))
    }

    /// Describes how samples are encoded otherwise than before.
    static func differences(_ noun: String, _ old: [JSONValue], _ new: [JSONValue]) -> [String] {
        var lines = zip(old, new).enumerated().compactMap { index, forms in
            forms.0 == forms.1 ? nil : "Sample \(index) of \(noun)s:\n  - \(forms.0.line)\n  + \(forms.1.line)"
        }
        lines += old.dropFirst(new.count).map { "A sample \(noun) is missing:\n  - \($0.line)" }
        lines += new.dropFirst(old.count).map { "A sample \(noun) is not stored:\n  + \($0.line)" }
        return lines
    }
}
