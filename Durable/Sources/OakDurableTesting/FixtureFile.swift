import Foundation
import OakDurable

/// The stored samples of all versions of a machine.
struct FixtureFile {
    /// The encoded samples of a version.
    struct Samples: Equatable {
        var states: [String]
        var events: [String]
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    var machine: String
    var versions: [Int: Samples]
}

extension FixtureFile {
    init(_ text: String) throws {
        guard let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let machine = root["machine"] as? String, let sections = root["versions"] as? [String: Any]
        else { throw Unreadable(description: "it has no machine or no versions") }
        self.machine = machine
        versions = [:]
        for (key, section) in sections {
            guard let version = Int(key), let section = section as? [String: Any],
                let states = section["states"] as? [Any], let events = section["events"] as? [Any]
            else { throw Unreadable(description: "the section \(key) has no states or no events") }
            versions[version] = Samples(states: try states.map(Self.canonical), events: try events.map(Self.canonical))
        }
    }

    func text() throws -> String {
        var sections: [String: Any] = [:]
        for (version, samples) in versions {
            sections["\(version)"] = [
                "states": try samples.states.map(Self.object), "events": try samples.events.map(Self.object),
            ]
        }
        let data = try JSONSerialization.data(
            withJSONObject: ["machine": machine, "versions": sections], options: [.prettyPrinted, .sortedKeys])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The encoded form of a value, with sorted keys.
    static func form(of value: some Encodable) throws -> String {
        try canonical(try object(String(decoding: try Codec.encode(value), as: UTF8.self)))
    }

    private static func object(_ form: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(form.utf8), options: .fragmentsAllowed)
    }

    private static func canonical(_ object: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    /// Describes how samples are encoded otherwise than before.
    static func differences(_ noun: String, _ old: [String], _ new: [String]) -> [String] {
        var lines = zip(old, new).enumerated().compactMap { index, forms in
            forms.0 == forms.1 ? nil : "Sample \(index) of \(noun)s:\n  - \(forms.0)\n  + \(forms.1)"
        }
        lines += old.dropFirst(new.count).map { "A sample \(noun) is missing:\n  - \($0)" }
        lines += new.dropFirst(old.count).map { "A sample \(noun) is not stored:\n  + \($0)" }
        return lines
    }
}
