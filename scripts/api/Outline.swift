import Foundation

// Prints an outline of symbol graphs, whose files are the arguments: one line for each public symbol, members below
// their type. Sorted by kind and text, so that moving a declaration to another file leaves the outline as it was.

struct Graph: Decodable {
    let symbols: [Symbol]
    let relationships: [Relationship]
}

struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Generics: Decodable { let constraints: [Constraint]? }

    struct Availability: Decodable {
        let domain: String?
        let introduced: Version?
        let deprecated: Version?
        let isUnconditionallyDeprecated: Bool?
        let isUnconditionallyUnavailable: Bool?
    }

    struct Version: Decodable {
        let major: Int
        let minor: Int?
    }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftGenerics: Generics?
    let swiftExtension: Generics?
    let availability: [Availability]?
}

struct Constraint: Decodable, Hashable {
    let kind: String
    let lhs: String
    let rhs: String

    var text: String { kind == "sameType" ? "\(lhs) == \(rhs)" : "\(lhs) : \(rhs)" }
}

struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
}

/// The members of a type, or of an extension of a type that is declared elsewhere.
final class Group {
    var line: String?
    var members: [Member] = []
    var conformances: Set<String> = []
    var conditionalConformances: Set<String> = []
    var groups: [String: Group] = [:]

    func group(at path: some Collection<String>) -> Group {
        guard let name = path.first else { return self }
        let group = groups[name] ?? Group()
        groups[name] = group
        return group.group(at: path.dropFirst())
    }

    func printContents(indent: String, path: [String]) {
        for member in members.sorted() { print(indent + member.line) }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            let list = group.conformances.sorted().joined(separator: ", ")
            let line = group.line ?? "extension \((path + [name]).joined(separator: "."))"
            print(indent + line + (list.isEmpty ? "" : " [\(list)]"))
            for conformance in group.conditionalConformances.sorted() { print(indent + "    " + conformance) }
            group.printContents(indent: indent + "    ", path: path + [name])
        }
    }
}

struct Member: Comparable {
    let rank: Int
    let line: String

    static func < (lhs: Member, rhs: Member) -> Bool { (lhs.rank, lhs.line) < (rhs.rank, rhs.line) }
}

let ranks = [
    "swift.associatedtype", "swift.typealias", "swift.enum.case", "swift.init", "swift.type.property",
    "swift.property", "swift.type.subscript", "swift.subscript", "swift.type.method", "swift.method", "swift.func",
    "swift.func.op", "swift.macro",
]
let types: Set = ["swift.protocol", "swift.struct", "swift.class", "swift.enum", "swift.actor"]
/// Every type has these, so that naming them says nothing.
let implied: Set = ["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"]

let graphs = try CommandLine.arguments.dropFirst().sorted().map { path in
    try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}
let symbols = graphs.flatMap(\.symbols)
let symbolsByID = Dictionary(symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
let typesByPath = Dictionary(
    symbols.filter { types.contains($0.kind.identifier) }.map { ($0.pathComponents, $0) },
    uniquingKeysWith: { first, _ in first })
let requirements = Set(
    graphs.flatMap(\.relationships).filter { $0.kind.hasSuffix("equirementOf") }.map(\.source))

func constraints(ofTypeAt path: [String]) -> Set<Constraint> {
    Set(typesByPath[path]?.swiftGenerics?.constraints ?? [])
}

/// The conditions beyond those of the type itself.
func condition(_ given: [Constraint]?, of path: [String]) -> [String] {
    let own = constraints(ofTypeAt: path)
    let isProtocol = typesByPath[path]?.kind.identifier == "swift.protocol"
    return (given ?? [])
        .filter { !own.contains($0) && !implied.contains($0.rhs) }
        .filter { !(isProtocol && $0.lhs == "Self" && $0.rhs == path.last) }
        .map(\.text).sorted()
}

func availability(of symbol: Symbol) -> String {
    var systems: [String] = []
    var notes = ""
    for item in symbol.availability ?? [] {
        if let domain = item.domain, let introduced = item.introduced {
            systems.append("\(domain) \(introduced.major)" + (introduced.minor.map { $0 == 0 ? "" : ".\($0)" } ?? ""))
        }
        if item.deprecated != nil || item.isUnconditionallyDeprecated == true { notes = " @deprecated" }
        if item.isUnconditionallyUnavailable == true { notes = " @unavailable" }
    }
    return (systems.isEmpty ? "" : " @available(\(systems.sorted().joined(separator: ", ")))") + notes
}

let root = Group()
for symbol in symbols {
    let kind = symbol.kind.identifier
    let parent = Array(symbol.pathComponents.dropLast())
    var line = symbol.declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let conditions = condition(symbol.swiftExtension?.constraints, of: parent).filter { !line.contains($0) }
    if !conditions.isEmpty {
        line += (line.contains(" where ") ? ", " : " where ") + conditions.joined(separator: ", ")
    }
    line += availability(of: symbol)
    if types.contains(kind) {
        root.group(at: symbol.pathComponents).line = line
        continue
    }
    let isExtension =
        typesByPath[parent]?.kind.identifier == "swift.protocol" && !requirements.contains(symbol.identifier.precise)
    guard let rank = ranks.firstIndex(of: kind) else { fatalError("A kind of symbol that has no place yet: \(kind)") }
    if isExtension { line = "extension " + line }
    root.group(at: parent).members.append(Member(rank: rank + (isExtension ? ranks.count : 0), line: line))
}
for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
    guard let path = symbolsByID[relationship.source]?.pathComponents else { continue }
    let name =
        symbolsByID[relationship.target]?.pathComponents.joined(separator: ".") ?? relationship.targetFallback.map {
            $0.split(separator: ".").dropFirst().joined(separator: ".")
        } ?? relationship.target
    if implied.contains(name) { continue }
    let conditions = condition(relationship.swiftConstraints, of: path)
    // The graph lists `Equatable` beside `Hashable`, the source does not.
    if name == "Equatable" && conditions.contains(where: { $0.hasSuffix(" : Hashable") }) { continue }
    let group = root.group(at: path)
    if conditions.isEmpty {
        group.conformances.insert(name)
    } else {
        group.conditionalConformances.insert("conforms to \(name) where \(conditions.joined(separator: ", "))")
    }
}
root.printContents(indent: "", path: [])
