import Oak

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// The source of a test that repeats the transitions of the log, and expects the states that were seen.
    ///
    /// It calls `update` and compares states, which have to be `Equatable`. A change of the machine makes it fail, and
    /// so does an expectation that is corrected before the machine is.
    var testSource: String {
        let entries = withContent { content in
            content.log.entries.filter {
                $0.kind != .rejected && $0.value != nil && $0.state != nil && $0.before != nil
            }
        }
        let machine = String(title.machine.prefix { $0 != " " })
        var source = """
            import Testing

            @Test("The recorded run of \(title.name.forSource)")
            func recordedRun() {

            """
        guard let first = entries.first, let start = first.before else {
            return source
                + "    // No transition was seen. Open the page of the inspector before the machine works.\n}\n"
        }
        if entries.contains(where: { !$0.isComplete }) {
            source += "    // Fill in the values in <#…#>: they were hidden, or too large to be recorded.\n"
        }
        source += "    var state: \(machine).State = \(start.source)\n"
        var known = start
        for entry in entries {
            guard let event = entry.value, let before = entry.before, let state = entry.state else { continue }
            if before != known { source += "\n    // Transitions that nobody saw.\n    state = \(before.source)\n" }
            source += "\n    _ = \(machine).update(&state, event: \(event.source))\n"
            source += "    #expect(state == \(state.source))\n"
            known = state
        }
        return source + "}\n"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Entry {
    fileprivate var isComplete: Bool { [value, before, state].allSatisfy { $0?.isComplete ?? true } }
}

extension ValueTree {
    /// Whether nothing is hidden or left out.
    fileprivate var isComplete: Bool {
        switch kind {
        case .hidden, .omitted: false
        case .plain: isLiteral
        case .structure(let type): !type.isFunctionType && parts.allSatisfy(\.value.isComplete)
        case .text, .enumCase, .tuple, .list: parts.allSatisfy(\.value.isComplete)
        case .dictionary: parts.allSatisfy { $0.value.isComplete && !$0.hasHiddenLabel }
        }
    }

    /// The value as an expression in Swift, where its type is known.
    fileprivate var source: String {
        switch kind {
        case .plain(let text): return isLiteral ? text : "<#\(text)#>"
        case .text(let text): return "\"\(text.forSource)\""
        case .hidden: return "<#hidden#>"
        case .omitted: return "<#left out#>"
        case .enumCase(let name):
            guard let payload = parts.first?.value else { return ".\(name)" }
            if case .tuple = payload.kind { return ".\(name)(\(payload.arguments))" }
            return ".\(name)(\(payload.source))"
        case .structure(let type): return type.isFunctionType ? "<#\(type)#>" : ".init(\(arguments))"
        case .tuple: return "(\(arguments))"
        case .list: return "[\(arguments)]"
        case .dictionary:
            let pairs = parts.map { part -> String in
                // Nearly all keys are texts; others have to be corrected.
                let key = part.label ?? ""
                if part.hasHiddenLabel { return "<#hidden#>: \(part.value.source)" }
                return "\(Int(key) == nil ? "\"\(key.forSource)\"" : key): \(part.value.source)"
            }
            return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
        }
    }

    /// Whether a value without parts is a number, a Boolean or nothing.
    private var isLiteral: Bool {
        guard case .plain(let text) = kind else { return false }
        return ["true", "false", "nil"].contains(text) || Double(text)?.isFinite ?? false
    }

    private var arguments: String {
        parts.map { part in part.label.map { "\($0): \(part.value.source)" } ?? part.value.source }
            .joined(separator: ", ")
    }
}

extension ValueTree.Part {
    /// Whether its key may not be seen.
    fileprivate var hasHiddenLabel: Bool { label == ValueTree(.hidden).text }
}

extension String {
    /// Its characters in a literal.
    fileprivate var forSource: String { String(debugDescription.dropFirst().dropLast()) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Ledger {
    /// The content of a file that a page offers; `nil` if there is none with this name.
    func export(named name: String) -> String? {
        guard let (export, number) = Export.wanted(by: name), let run = run(number) else { return nil }
        refresh()
        return switch export {
        case .trace: Self.trace(of: run)
        case .test: run.testSource
        case .diagram: run.mermaid
        }
    }
}
