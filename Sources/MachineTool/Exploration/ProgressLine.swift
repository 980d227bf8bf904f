import OakGraph

/// One line of a terminal that shows how far an exploration has come.
struct ProgressLine {
    let name: String
    private var shown = -1.0
    private var isVisible = false

    init(of name: String) { self.name = name }

    /// Shows the progress some times a second.
    mutating func show(_ progress: ExplorationProgress, on console: Console) {
        // A short exploration needs no line.
        guard console.showsProgress, progress.seconds > 0.3, progress.seconds - shown > 0.1 else { return }
        shown = progress.seconds
        isVisible = true
        console.complain("\r\u{1B}[K\(Self.text(progress, of: name))")
    }

    func clear(on console: Console) {
        if isVisible { console.complain("\r\u{1B}[K") }
    }

    static func text(_ progress: ExplorationProgress, of name: String) -> String {
        let rate = progress.seconds > 0 ? Int(Double(progress.states) / progress.seconds) : 0
        return """
            \(name): \(progress.states) states, \(rate) a second, \(progress.frontier) to leave, \
            \(progress.transitions) transitions, depth \(progress.depth)
            """
    }
}
