import Foundation
import OakGraph

/// The explored machines of a program in files, one for each machine and set of limits.
///
/// A file belongs to one build of the program: another build explores again, and replaces it. A file that is damaged,
/// or that another program has written, counts as none.
struct GraphCache: Sendable {
    /// The folder of the files.
    let folder: URL
    /// The path of the program.
    let program: String
    /// The build of the program.
    let build: String

    /// The cache of this program in the person's folder of caches; `nil` if it has none.
    static var standard: GraphCache? {
        guard let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first,
            let path = Bundle.main.executablePath,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let date = attributes[.modificationDate] as? Date, let size = attributes[.size] as? Int
        else { return nil }
        let number = attributes[.systemFileNumber] as? Int ?? 0
        return GraphCache(
            folder: folder.appendingPathComponent("org.oak.machines"), program: path,
            build: "\(size) \(number) \(date.timeIntervalSince1970)")
    }

    private struct Content: Codable {
        let version: Int
        let program: String
        let build: String
        let exploration: KeptExploration
    }

    /// The version of the files; one more for each change of what they contain.
    private static var version: Int { 1 }

    /// The exploration of a machine that this build has kept.
    func exploration(of machine: ExploredMachine, _ limits: GraphLimits) -> RestoredExploration? {
        guard let data = try? Data(contentsOf: file(for: machine, limits)),
            let content = try? JSONDecoder().decode(Content.self, from: data),
            content.version == Self.version, content.program == program, content.build == build
        else { return nil }
        return RestoredExploration(content.exploration, style: machine.style)
    }

    /// Keeps an exploration; without a place for it the next command explores again.
    ///
    /// - Returns: The exploration as the next command reads it; `nil` if it cannot be kept.
    func keep(
        _ exploration: some FreshExploration, of machine: ExploredMachine, _ limits: GraphLimits
    ) -> RestoredExploration? {
        let file = file(for: machine, limits)
        guard let kept = KeptExploration(exploration),
            let data = try? JSONEncoder().encode(
                Content(version: Self.version, program: program, build: build, exploration: kept))
        else {
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        // Nobody else may put a graph there.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? data.write(to: file, options: .atomic)
        return RestoredExploration(kept, style: machine.style)
    }

    /// The file, whose name is the same for each build, so that no files pile up.
    func file(for machine: ExploredMachine, _ limits: GraphLimits) -> URL {
        // The hash of FNV, which is the same in each process.
        let hash = "\(program) \(machine.name) \(limits)".utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return folder.appendingPathComponent("\(String(hash, radix: 36)).json")
    }
}
