import Foundation
import Jobs

/// The file of a plan.
///
/// ```json
/// {
///     "parallel": 4,
///     "jobs": [
///         {"name": "fetch", "run": "git pull", "retries": 2},
///         {"name": "build", "run": "make", "after": ["fetch"], "timeout": 30}
///     ]
/// }
/// ```
struct JobFile: Decodable {
    let plan: Plan

    private enum Key: String, CodingKey, CaseIterable { case parallel, jobs }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Key.self)
        let parallel = try members.number(.parallel, from: 1, to: 1_000)
        let jobs = try members.decode([NamedJob].self, forKey: .jobs)
        plan = try Plan(
            parallel: parallel ?? ProcessInfo.processInfo.activeProcessorCount, jobs: jobs.map { ($0.name, $0.job) })
    }

    /// Reads a plan.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: The first mistake in the file, as ``UnusableFile``.
    static func plan(at path: String) throws -> Plan {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            // Unlike the decoder, this says where a text is no JSON.
            _ = try JSONSerialization.jsonObject(with: data)
            return try JSONDecoder().decode(JobFile.self, from: data).plan
        } catch {
            throw UnusableFile(path, error)
        }
    }
}

/// A job with its name, as in a file.
private struct NamedJob: Decodable {
    let name: String
    let job: JobPlan

    private enum Key: String, CodingKey, CaseIterable { case name, run, after, timeout, retries, backoff }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Key.self)
        name = try members.decode(String.self, forKey: .name)
        var job = JobPlan(try members.decode(String.self, forKey: .run))
        if let after = try members.decodeIfPresent([String].self, forKey: .after) { job.dependencies = after }
        if let timeout = try members.number(.timeout, from: 0.001, to: 1e9) { job.timeout = .seconds(timeout) }
        if let retries = try members.number(.retries, from: 0, to: 1_000_000) { job.retries = retries }
        if let backoff = try members.number(.backoff, from: 0.0, to: 3_600) { job.backoff = .seconds(backoff) }
        self.job = job
    }
}

extension Decoder {
    /// The members of an object, none of whose keys is unknown: a misspelt key would have no effect.
    fileprivate func members<Key: CodingKey & CaseIterable>(
        _ known: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        for key in try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        where Key(stringValue: key) == nil {
            let keys = known.allCases.map(\.stringValue.debugDescription).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "the key \"\(key)\" is unknown; there are \(keys)"))
        }
        return try container(keyedBy: Key.self)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
    /// A number within limits; `nil` without one.
    fileprivate func number<Number: Decodable & Comparable>(
        _ key: Key, from least: Number, to most: Number
    ) throws -> Number? {
        guard let number = try decodeIfPresent(Number.self, forKey: key) else { return nil }
        guard (least...most).contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is not from \(least) to \(most)")
        }
        return number
    }
}

/// A file that cannot be read or contains no plan, with the reason.
struct UnusableFile: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ error: any Error) { description = "\(path): \(Self.reason(error))" }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context))the key \"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            place(context) + context.debugDescription
        case let fault as PlanFault: fault.words
        case let error: (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
        }
    }

    /// A path such as `jobs[1].timeout: `.
    private static func place(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "" }
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.dropFirst() + ": "
    }
}
