import SwiftUI
import TestSupport
import Testing

@MainActor
struct LifetimeTests {
    @Test("A view appears once and disappears once, whatever changes around it")
    func appearsOnce() throws {
        let journal = Journal()
        let screen = Screen(Around(journal: journal))
        try screen.tap("Change")
        #expect(journal.entries == ["appeared"])
        try screen.tap("Hide")
        #expect(journal.entries == ["appeared", "disappeared"])
        screen.close()
        #expect(journal.entries == ["appeared", "disappeared"])
    }

    @Test("An inner view appears before the outer one")
    func innerFirst() {
        let journal = Journal()
        let screen = Screen(
            VStack {
                Text("1").onAppear { journal.note("1") }
                Text("2").onAppear { journal.note("2") }
            }
            .onAppear { journal.note("both") })
        #expect(journal.entries == ["1", "2", "both"])
        screen.close()
    }

    @Test("A task runs as long as its view is shown")
    func task() async {
        let journal = Journal()
        let screen = Screen(Text("").task { await runUntilCancelled(journal, name: "task") })
        await journal.wait(for: "task")
        screen.close()
        await journal.wait(for: "end of task")
        #expect(journal.entries == ["task", "end of task"])
    }

    @Test("A task restarts with the current values when its id changes, and the old task is cancelled")
    func taskID() async throws {
        let journal = Journal()
        let screen = Screen(Tasks(journal: journal))
        await journal.wait(for: "0")
        try screen.tap("Other")
        #expect(journal.entries == ["0"])
        try screen.tap("Next")
        await journal.wait(for: "1")
        await journal.wait(for: "end of 0")
        screen.close()
        await journal.wait(for: "end of 1")
        #expect(journal.entries.count == 4)
    }

    @Test("An ended task restarts when its id changes")
    func endedTask() async throws {
        let screen = Screen(CountedTasks())
        await screen.wait { $0.texts.first == "1" }
        try screen.tap("Next")
        await screen.wait { $0.texts.first == "2" }
    }

    @Test("A change is reported after the update with the old and the new value")
    func change() throws {
        let journal = Journal()
        let screen = Screen(Changing(journal: journal))
        #expect(journal.entries == ["first 0 0"])
        try screen.tap("Add")
        #expect(journal.entries.prefix(2) == ["first 0 0", "evaluated 1"])
        #expect(journal.entries.suffix(2).sorted() == ["changed to 1", "first 0 1"])
    }
}

@MainActor
private func runUntilCancelled(_ journal: Journal, name: String) async {
    journal.note(name)
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    continuation.finish()
    journal.note("end of \(name)")
}

private struct Around: View {
    let journal: Journal
    @State private var number = 0
    @State private var isThere = true

    var body: some View {
        Text("\(number)")
        if isThere {
            Text("\(number)")
                .onAppear { journal.note("appeared") }
                .onDisappear { journal.note("disappeared") }
        }
        Button("Change") { number += 1 }
        Button("Hide") { isThere = false }
    }
}

private struct Tasks: View {
    let journal: Journal
    @State private var number = 0
    @State private var other = 0

    var body: some View {
        Text("\(other)").task(id: number) { [number] in await runUntilCancelled(journal, name: "\(number)") }
        Button("Next") { number += 1 }
        Button("Other") { other += 1 }
    }
}

private struct CountedTasks: View {
    @State private var number = 0
    @State private var count = 0

    var body: some View {
        Text("\(count)").task(id: number) { count += 1 }
        Button("Next") { number += 1 }
    }
}

private struct Changing: View {
    let journal: Journal
    @State private var number = 0

    var body: some View {
        let _ = number > 0 ? journal.note("evaluated \(number)") : ()
        Button("Add") { number += 1 }
            .onChange(of: number, initial: true) { old, new in journal.note("first \(old) \(new)") }
            .onChange(of: number) { new in journal.note("changed to \(new)") }
    }
}
