import Oak
import SwiftUI
import TestSupport
import Testing

@Suite("Bindings whose writes are events")
@MainActor
struct BindingTests {
    @Test("C33 A binding has the value that the machine makes of a write", arguments: Owner.allCases)
    func live(owner: Owner) throws {
        let seen = Journal()
        let screen = Screen(owner.view(of: BindingUser(journal: seen)))
        try screen.tap("Write")
        #expect(seen.entries == ["before: ", "after: OAK"])
        #expect(screen.texts.first == "OAK")
        screen.close()
    }

    @Test("A field shows the text of the machine, which may be another one than was typed", arguments: Owner.allCases)
    func field(owner: Owner) throws {
        let screen = Screen(owner.view(of: NameField()))
        try screen.type("ash", into: "Name")
        #expect(try screen.text(in: "Name") == "ASH")
        for text in ["ashes", "ashest"] {
            try screen.type(text, into: "Name")
            #expect(try screen.text(in: "Name") == "ASHE")
        }
        #expect(screen.texts.contains("ASHE"))
        screen.close()
    }

    @Test("A value that tells whether something is shown is dismissed by one event")
    func boolean() throws {
        let form = ObservableTransducer(of: Form.self, initialState: Form.State())
        let isShown: Binding<Bool> = form.binding(\.isDetailed, dismissing: .close)
        #expect(!isShown.wrappedValue)
        isShown.wrappedValue = true
        isShown.wrappedValue = false
        #expect(form.state.closings == 0)
        try form.send(.open)
        #expect(isShown.wrappedValue)
        isShown.wrappedValue = false
        #expect(!isShown.wrappedValue)
        #expect(form.state.closings == 1)
    }

    @Test("C33 A binding receives an output before the send returns")
    func output() throws {
        let latest = Journal()
        let form = ObservableTransducer(
            of: Form.self, initialState: Form.State(),
            output: Binding(get: { "" }, set: { @MainActor in latest.note($0) }))
        try form.send(.typed("oak"))
        #expect(latest.entries == ["OAK"])
    }

    @Test("A binding reads what other code has written to the bound state")
    func writtenByOthers() throws {
        let screen = Screen(BoundForm(content: NameField()))
        try screen.tap("Set to yew")
        #expect(try screen.text(in: "Name") == "YEW")
        screen.close()
    }

    @Test("A sheet of an optional item is dismissed by one event", arguments: Owner.allCases)
    func sheet(owner: Owner) throws {
        let screen = Screen(owner.view(of: Detail()))
        try screen.tap("Open")
        #expect(screen.presentations == ["sheet"])
        try screen.dismissSheet()
        #expect(screen.presentations.isEmpty)
        #expect(screen.texts.contains("closed 1"))
        screen.close()
    }

    @Test("A dismissal of what the machine has removed is no event, nor is a value that the machine does not have")
    func removed() throws {
        let form = ObservableTransducer(of: Form.self, initialState: Form.State(detail: Form.Detail(id: 1)))
        let item: Binding<Form.Detail?> = form.binding(\.detail, dismissing: .close)
        let isPresented: Binding<Bool> = form.binding(\.detail, dismissing: .close)
        item.wrappedValue = Form.Detail(id: 2)
        isPresented.wrappedValue = true
        #expect(item.wrappedValue?.id == 1)
        #expect(form.state.closings == 0)
        isPresented.wrappedValue = false
        #expect(item.wrappedValue == nil)
        #expect(!isPresented.wrappedValue)
        item.wrappedValue = nil
        isPresented.wrappedValue = false
        #expect(form.state.closings == 1)
    }

    @Test("An alert is presented as long as the state has an item", arguments: Owner.allCases)
    func alert(owner: Owner) throws {
        let screen = Screen(owner.view(of: Warning()))
        try screen.tap("Open")
        #expect(screen.presentations == ["Detail"])
        try screen.tap("OK")
        #expect(screen.presentations.isEmpty)
        #expect(screen.texts.contains("closed 1"))
        screen.close()
    }

    @Test("C36 A view that binds a value is evaluated when the value changes, and with no other event")
    func evaluations() throws {
        let journal = Journal()
        let form = ObservableTransducer(of: Form.self, initialState: Form.State())
        let screen = Screen(BindingList(form: form.reference, journal: journal))
        #expect(journal.entries == ["name", "detail", "shown", "path"])
        func evaluated(by event: Form.Event) throws -> Set<String> {
            journal.forget()
            try form.send(event)
            screen.update()
            #expect(Set(journal.entries).count == journal.entries.count)
            return Set(journal.entries)
        }
        #expect(try evaluated(by: .typed("oak")) == ["name"])
        #expect(try evaluated(by: .open) == ["detail", "shown"])
        #expect(try evaluated(by: .open).isEmpty)
        #expect(try evaluated(by: .went([1])) == ["path"])
        #expect(try evaluated(by: .close) == ["detail", "shown"])
        #expect(try evaluated(by: .close).isEmpty)
        screen.close()
    }

    @Test("C33 While an action is suspended, a binding reads what was written, and then what the machine makes of it")
    func busy() async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let model = ObservableTransducer(
            of: Memo.self, initialState: Memo.State(), env: Memo.Env { for await _ in ends { break } })
        let text = model.binding(\.text, sending: Memo.Event.typed)
        try model.send(.save)
        for written in ["O", "Oa", "Oak"] {
            text.wrappedValue = written
            #expect(text.wrappedValue == written)
            #expect(model.state.text.isEmpty)
        }
        end.yield()
        while model.state.text.isEmpty { await Task.yield() }
        #expect(model.state.typed == 3)
        #expect(text.wrappedValue == "OAK")
    }

    @Test("A path of a navigation stack is in the machine", arguments: Owner.allCases)
    func path(owner: Owner) throws {
        let screen = Screen(owner.view(of: Pages()))
        try screen.tap("Next")
        #expect(screen.texts.contains("page 1"))
        try screen.tap("Deeper")
        #expect(screen.texts.contains("page 3"))
        try screen.back()
        #expect(screen.texts.contains("page 2"))
        screen.close()
    }

    @Test("C33 The change of a write belongs to the transaction of its binding")
    func animated() {
        let journal = Journal()
        let form = ObservableTransducer(
            of: Form.self, initialState: Form.State(),
            output: Callback { journal.note("\($0) \(Transaction.current.animation == nil ? "still" : "animated")") })
        let name = form.binding(\.content.name, sending: Form.Event.typed)
        name.wrappedValue = "a"
        name.animation().wrappedValue = "b"
        name.transaction(Transaction(animation: .spring)).wrappedValue = "c"
        withAnimation { form.input(.typed("d")) }
        name.animation(nil).wrappedValue = "e"
        #expect(journal.entries == ["A still", "B animated", "C animated", "D animated", "E still"])
    }

    @Test("C9 Neither a binding nor a reference keeps a machine alive")
    func ended() async {
        let ended = Journal()
        var form: ObservableTransducer<Form>? = ObservableTransducer(
            of: Form.self, initialState: Form.State(), completion: { _ in ended.note("ended") })
        let (name, reference) = (form?.binding(\.content.name, sending: Form.Event.typed), form?.reference)
        form = nil
        await ended.wait(for: "ended")
        name?.wrappedValue = "later"
        #expect(name?.wrappedValue == "")
        #expect(reference?.state.content.name == "")
        #expect(throws: TransducerError.terminated) { try reference?.send(.close) }
    }

    @Test("C9 A reference from the content of a view ends with the view")
    func endedView() async {
        let (kept, ended) = (Kept(), Journal())
        let screen = Screen(
            TransducerView(of: Form.self, initialState: Form.State(), completion: { _ in ended.note("ended") }) {
                form in
                let _ = kept.form = form
                Text(form.state.content.name)
            })
        screen.close()
        await ended.wait(for: "ended")
        #expect(kept.form?.state.content.name == "")
        #expect(throws: TransducerError.terminated) { try kept.form?.send(.close) }
    }
}

// MARK: - A machine

/// A form that writes names in capital letters, four at most.
private enum Form: Transducer {
    struct Detail: Identifiable, Equatable { let id: Int }
    final class Content { var name = "" }

    struct State: NonTerminal {
        /// An object, whose changes leave the bits of the state as they are.
        var content = Content()
        var detail: Detail?
        var closings = 0
        var path: [Int] = []

        var isDetailed: Bool { detail != nil }
    }
    enum Event { case typed(String), open, close, went([Int]) }

    static func update(_ state: inout State, event: Event) -> String {
        switch event {
        case .typed(let name): state.content.name = String(name.uppercased().prefix(4))
        case .open: state.detail = Detail(id: 1)
        case .close:
            state.detail = nil
            state.closings += 1
        case .went(let path): state.path = path
        }
        return state.content.name
    }
}

/// A memo in capital letters, which suspends its machine while it is saved.
private enum Memo: EffectTransducer {
    struct State: NonTerminal { var text = "", typed = 0 }
    enum Event: Sendable { case typed(String), save, saved }
    struct Env: Sendable { var save: @Sendable () async -> Void }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .typed(let text): (state.text, state.typed) = (text.uppercased(), state.typed + 1)
        case .save:
            return Effect(action: { env async -> Event in
                await env.save()
                return .saved
            })
        case .saved: break
        }
        return nil
    }
}

// MARK: - Owners of the machine

/// A view of a machine, whoever owns the machine.
private protocol FormContent: View {
    var form: MachineReference<Form>? { get set }
}

extension FormContent {
    fileprivate func showing(_ form: MachineReference<Form>) -> Self {
        var content = self
        content.form = form
        return content
    }
}

enum Owner: CaseIterable {
    case object, property, view, bound

    @MainActor
    @ViewBuilder
    fileprivate func view(of content: some FormContent) -> some View {
        switch self {
        case .object: ObjectForm(content: content)
        case .property: PropertyForm(content: content)
        case .view:
            TransducerView(of: Form.self, initialState: Form.State()) { form in content.showing(form) }
        case .bound: BoundForm(content: content)
        }
    }
}

private struct ObjectForm<Content: FormContent>: View {
    let content: Content
    @SwiftUI.State private var form = ObservableTransducer(of: Form.self, initialState: Form.State())

    var body: some View { content.showing(form.reference) }
}

private struct PropertyForm<Content: FormContent>: View {
    let content: Content
    @StateTransducer<Form> private var form: Form.State

    init(content: Content) {
        self.content = content
        _form = StateTransducer(wrappedValue: Form.State(), of: Form.self)
    }

    var body: some View { content.showing(_form.reference) }
}

private struct BoundForm<Content: FormContent>: View {
    let content: Content
    @SwiftUI.State private var state = Form.State()

    var body: some View {
        TransducerView(of: Form.self, initialState: $state) { form in content.showing(form) }
        Button("Set to yew") { _ = Form.update(&state, event: .typed("yew")) }
    }
}

@MainActor
private final class Kept { var form: MachineReference<Form>? }

// MARK: - Views of the machine

private struct BindingUser: FormContent {
    let journal: Journal
    var form: MachineReference<Form>?

    var body: some View {
        if let form {
            let name = form.binding(\.content.name, sending: Form.Event.typed)
            Text(name.wrappedValue)
            Button("Write") {
                journal.note("before: \(name.wrappedValue)")
                name.wrappedValue = "oak"
                journal.note("after: \(name.wrappedValue)")
            }
        }
    }
}

private struct NameField: FormContent {
    var form: MachineReference<Form>?

    var body: some View {
        if let form {
            Text(form.state.content.name)
            TextField("Name", text: form.binding(\.content.name, sending: Form.Event.typed))
        }
    }
}

/// A view for each binding, which notes its evaluations.
private struct BindingList: View {
    let form: MachineReference<Form>
    let journal: Journal

    var body: some View {
        Reader(name: "name", journal: journal) { form.binding(\.content.name, sending: Form.Event.typed).wrappedValue }
        Reader(name: "detail", journal: journal) {
            let detail: Binding<Form.Detail?> = form.binding(\.detail, dismissing: .close)
            return "\(detail.wrappedValue == nil)"
        }
        Reader(name: "shown", journal: journal) {
            let isShown: Binding<Bool> = form.binding(\.detail, dismissing: .close)
            return "\(isShown.wrappedValue)"
        }
        Reader(name: "path", journal: journal) {
            "\(form.binding(\.path, sending: Form.Event.went).wrappedValue)"
        }
    }

    private struct Reader: View {
        let name: String
        let journal: Journal
        let read: () -> String

        var body: some View {
            journal.note(name)
            return Text(read())
        }
    }
}

private struct Detail: FormContent {
    var form: MachineReference<Form>?

    var body: some View {
        if let form {
            VStack {
                Text("closed \(form.state.closings)")
                Button("Open") { form.input(.open) }
            }
            .sheet(item: form.binding(\.detail, dismissing: .close)) { Text("detail \($0.id)") }
        }
    }
}

private struct Warning: FormContent {
    var form: MachineReference<Form>?

    var body: some View {
        if let form {
            VStack {
                Text("closed \(form.state.closings)")
                Button("Open") { form.input(.open) }
            }
            .alert(
                "Detail", isPresented: form.binding(\.detail, dismissing: .close), presenting: form.state.detail
            ) { _ in
                Button("OK") {}
            }
        }
    }
}

private struct Pages: FormContent {
    var form: MachineReference<Form>?

    var body: some View {
        if let form {
            NavigationStack(path: form.binding(\.path, sending: Form.Event.went)) {
                NavigationLink("Next", value: 1)
                    .navigationDestination(for: Int.self) { page in
                        Text("page \(page)")
                        Button("Deeper") { form.input(.went([1, 2, 3])) }
                    }
            }
        }
    }
}
