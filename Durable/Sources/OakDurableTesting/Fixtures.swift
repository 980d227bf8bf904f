import Foundation
import OakDurable
import OakTesting
import OakText

/// The samples of a machine, and those that are stored.
struct Fixtures<Machine: DurableTransducer>: StoredBehaviour {
    package static var noun: String { "set of fixtures" }
    package static var folder: String { "__Fixtures__" }
    package static var fileExtension: String { "json" }
    package static var recordingVariable: String { "OAK_RECORD_FIXTURES" }

    let states: [Machine.State]
    let events: [Machine.Event]
    let file: URL

    package var machine: String { "\(Machine.self)" }
    package var summary: String {
        "\(states.count) states and \(events.count) events of version \(Machine.machineVersion)"
    }

    package func stored() throws -> String {
        var versions = storedFile?.versions ?? [:]
        versions[Machine.machineVersion] = try samples()
        return try FixtureFile(machine: Machine.machineName, versions: versions).text()
    }

    /// The file, if it is there and can be read.
    private var storedFile: FixtureFile? {
        (try? String(contentsOf: file, encoding: .utf8)).flatMap { try? FixtureFile($0) }
    }

    private func samples() throws -> FixtureFile.Samples {
        FixtureFile.Samples(
            states: try states.map { try FixtureFile.form(of: $0) },
            events: try events.map { try FixtureFile.form(of: $0) })
    }

    package func difference(from stored: String) -> StoredDifference {
        let file: FixtureFile
        do {
            file = try FixtureFile(stored)
        } catch {
            return .unreadable("is no file of fixtures: \(error).")
        }
        var changes: [String] = []
        if file.machine != Machine.machineName {
            changes.append(
                "The machine is called \(Machine.machineName), and the fixtures are those of \(file.machine). "
                    + "Its instances would be left alone; keep the name.")
        }
        changes += changesOfPresentVersion(from: file)
        for (version, samples) in file.versions.sorted(by: { $0.key < $1.key }) where version != Machine.machineVersion
        {
            changes += obstacles(to: samples, of: version)
        }
        return changes.isEmpty ? .none : .changed(changes.joined(separator: "\n"))
    }

    private func changesOfPresentVersion(from file: FixtureFile) -> [String] {
        let version = Machine.machineVersion
        guard let old = file.versions[version] else { return ["No fixtures of version \(version) are stored."] }
        do {
            let new = try samples()
            let changes =
                FixtureFile.differences("state", old.states, new.states)
                + FixtureFile.differences("event", old.events, new.events)
            guard !changes.isEmpty else { return [] }
            return changes + [
                """
                If the encoded form has changed: increase machineVersion to \(version + 1), add a migration from \
                \(version), and keep the old types for it.
                """
            ]
        } catch {
            return ["The samples cannot be encoded: \(error)"]
        }
    }

    private func obstacles(to samples: FixtureFile.Samples, of version: Int) -> [String] {
        guard version < Machine.machineVersion else {
            return ["Version \(version) is newer than the present version \(Machine.machineVersion)."]
        }
        guard let migration = Machine.migrations.first(where: { $0.version == version }) else {
            return ["Version \(version) has no migration: its instances would be left alone."]
        }
        func obstacles(_ noun: String, _ forms: [JSONValue], _ migrate: (Data) throws -> Void) -> [String] {
            forms.enumerated().compactMap { index, form in
                do {
                    try migrate(try Codec.encode(form))
                    return nil
                } catch {
                    return "\(noun) \(index) of version \(version) cannot be migrated: \(error)\n    \(form.line)"
                }
            }
        }
        return obstacles("State", samples.states) { _ = try migration.state($0) }
            + obstacles("Event", samples.events) { _ = try migration.event($0) }
    }

    /// The stored states of older versions after their migration.
    var migrated: [Int: [Machine.State]] {
        var migrated: [Int: [Machine.State]] = [:]
        for migration in Machine.migrations {
            guard let samples = storedFile?.versions[migration.version] else { continue }
            migrated[migration.version] = samples.states.compactMap { try? migration.state(try Codec.encode($0)) }
        }
        return migrated
    }
}
