import Oak

let folder = CommandLine.arguments.dropFirst().first ?? "."
let proxy = Search.Proxy()

// The main thread waits in `readLine`, so the machine runs beside it.
let search = Task { @concurrent in
    let screen = Callback<String?> { line in
        if let line { print(line) }
    }
    try await Search.run(initialState: .idle, proxy: proxy, env: .folder(folder), output: screen)
}

while let line = readLine() {
    try await proxy.sendWaitingForRoom(.typed(line))
}
try await proxy.sendWaitingForRoom(.close)
try await search.value
