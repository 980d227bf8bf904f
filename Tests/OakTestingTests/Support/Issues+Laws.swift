extension Issues {
    /// The beginnings of the names of the laws that are broken: their first four words.
    var laws: [String] {
        messages.map { message in
            let name = message.split(separator: "breaks a law: ").last?.split(separator: "\n").first ?? ""
            return name.split(separator: " ").prefix(4).joined(separator: " ")
        }
    }

    /// Whether a law is broken whose name begins like this.
    func breaks(_ law: String) -> Bool { messages.contains { $0.contains("breaks a law: \(law)") } }
}
