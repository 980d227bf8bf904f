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

    /// The first line of a file, which is all that checks need; the others are the exploration and its model.
    struct Summary: Codable {
        let version: Int
        let program: String
        let build: String
        let transitions: Int
        let cut: String?
        let result: CheckResult
    }

    /// The version of the files; one more for each change of what they contain.
    private static var version: Int { 1 }

    /// The result of the checks of a machine that this build has kept.
    func result(of machine: ExploredMachine, _ limits: GraphLimits) -> CheckResult? {
        lines(for: machine, limits).flatMap(summary)?.result
    }

    /// The exploration of a machine that this build has kept.
    func exploration(of machine: ExploredMachine, _ limits: GraphLimits) -> RestoredExploration? {
        guard let lines = lines(for: machine, limits), let summary = summary(in: lines),
            let kept = try? JSONDecoder().decode(KeptExploration.self, from: lines[1]),
            let model = try? GraphModel(text: String(decoding: lines[2], as: UTF8.self))
        else { return nil }
        return RestoredExploration(summary, kept, model, style: machine.style)
    }

    /// Keeps an exploration; without a place for it the next command explores again.
    ///
    /// - Returns: The exploration as the next command reads it; `nil` if it cannot be kept.
    func keep(
        _ exploration: some FreshExploration, of machine: ExploredMachine, _ limits: GraphLimits
    ) -> RestoredExploration? {
        let (file, encoder) = (file(for: machine, limits), JSONEncoder())
        guard let kept = KeptExploration(exploration) else { return nil }
        let summary = Summary(
            version: Self.version, program: program, build: build, transitions: exploration.size.transitions,
            cut: exploration.cut, result: exploration.check())
        let model = exploration.model
        guard let first = try? encoder.encode(summary), let second = try? encoder.encode(kept),
            let third = try? model.text()
        else { return nil }
        // Nobody else may put a graph there.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lineBreak = Data("\n".utf8)
        try? (first + lineBreak + second + lineBreak + Data(third.utf8)).write(to: file, options: .atomic)
        return RestoredExploration(summary, kept, model, style: machine.style)
    }

    /// The three parts of a file.
    private func lines(for machine: ExploredMachine, _ limits: GraphLimits) -> [Data]? {
        let data = try? Data(contentsOf: file(for: machine, limits))
        let lines = data?.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        return lines?.count == 3 ? lines : nil
    }

    private func summary(in lines: [Data]) -> Summary? {
        let summary = try? JSONDecoder().decode(Summary.self, from: lines[0])
        return summary.flatMap { $0.version == Self.version && $0.program == program && $0.build == build ? $0 : nil }
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
