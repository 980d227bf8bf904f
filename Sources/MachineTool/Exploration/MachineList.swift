import Foundation
import OakGraph

/// The machines of a tool by name.
struct MachineList {
    let machines: [ExploredMachine]

    /// The machine that is named, or the only one.
    ///
    /// - Throws: ``ToolError`` if the name is unknown.
    func machine(named name: String?) throws(ToolError) -> ExploredMachine {
        guard let name else {
            guard machines.count == 1 else { throw .noMachine(all: machines.map(\.name)) }
            return machines[0]
        }
        if let machine = machines.first(where: { $0.name == name || $0.typeName == name }) { return machine }
        throw .unknownMachine(name, all: machines.map(\.name))
    }
}

/// A mistake on the command line, or in a file that it names.
enum ToolError: Error, Equatable, CustomStringConvertible {
    case unknownMachine(String, all: [String])
    case noMachine(all: [String])
    case unknownState(String, machine: String, isCut: Bool)
    case unreadable(file: String, reason: String)
    case unwritable(file: String, reason: String)
    case binaryOnTerminal
    case noInitialState
    case noProgram

    var description: String {
        switch self {
        case .unknownMachine(let name, let all):
            "There is no machine '\(name)'. The machines are \(all.joined(separator: ", "))."
        case .noMachine(let all): "Name a machine: \(all.joined(separator: ", "))."
        case .unknownState(let state, let machine, let isCut):
            """
            \(isCut ? "The explored part of '\(machine)' has" : "'\(machine)' reaches") no state '\(state)'. Give the \
            name of a case, such as 'paying', or the whole state as 'draw --format markdown' shows it\
            \(isCut ? ", or raise the limits" : "").
            """
        case .unreadable(let file, let reason): "'\(file)' cannot be read: \(reason)"
        case .unwritable(let file, let reason): "'\(file)' cannot be written: \(reason)"
        case .noInitialState: "The machine has no initial state to begin with."
        case .noProgram: "'--traps' runs the program again, so give it on the command line of the program."
        case .binaryOnTerminal: "A PNG is not for a terminal. Name a file with '--output'."
        }
    }
}

extension Console {
    /// Writes to a file, or to the standard output.
    func write(_ bytes: [UInt8], to file: String?, isBinary: Bool = false) throws(ToolError) {
        guard let file else {
            if isBinary && isShown { throw .binaryOnTerminal }
            writeBytes(bytes)
            if !isBinary, bytes.last != UInt8(ascii: "\n") { write("\n") }
            return
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw .unwritable(file: file, reason: error.localizedDescription)
        }
    }
}

/// The text of a file.
func text(of file: String) throws(ToolError) -> String {
    do {
        return try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    } catch {
        throw .unreadable(file: file, reason: error.localizedDescription)
    }
}
