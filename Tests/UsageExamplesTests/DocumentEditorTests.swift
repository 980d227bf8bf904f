import Oak
import Testing

/// Creating and saving a document; some events are public, some only the machine itself sends.
enum DocumentEditor: EffectTransducer {
    struct Document: Equatable {
        var text: String
        static let template = Document(text: "Dear …")
    }

    struct Env { var save: @Sendable (Document) async throws -> Void }

    enum State: Equatable {
        case start
        case documentReady(Document)
        case savingDocument(Document)
        case saved(Document)
    }

    enum Event: Equatable {
        // Public.
        case startWorkflow
        case saveDocument

        // Private.
        case documentCreated(Document)
        case validationCompleted(Document)
        case documentSaved
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.start, .startWorkflow):
            return .event(.documentCreated(Document.template))

        case (.start, .documentCreated(let document)):
            state = .documentReady(document)
            return .event(.validationCompleted(document))

        case (.documentReady, .validationCompleted):
            return nil

        case (.documentReady(let document), .saveDocument):
            state = .savingDocument(document)
            return saveDocumentEffect(document)

        case (.savingDocument(let document), .documentSaved):
            state = .saved(document)
            return nil

        // Public events that come too early or too late.
        case (.start, .saveDocument):
            return nil
        case (.documentReady, .startWorkflow), (.savingDocument, .startWorkflow), (.saved, .startWorkflow):
            return nil
        case (.savingDocument, .saveDocument), (.saved, .saveDocument):
            return nil

        // Private events that nobody sends.
        case (.start, .validationCompleted), (.start, .documentSaved):
            return nil
        case (.documentReady, .documentCreated), (.documentReady, .documentSaved):
            return nil
        case (.savingDocument, .documentCreated), (.savingDocument, .validationCompleted):
            return nil
        case (.saved, .documentCreated), (.saved, .validationCompleted), (.saved, .documentSaved):
            return nil
        }
    }

    static func saveDocumentEffect(_ document: Document) -> Effect {
        Effect(id: "save") { env, input in
            try await env.save(document)
            try input.send(.documentSaved)
        }
    }
}

@Suite("Document editor")
struct DocumentEditorTests {
    struct DiskFull: Error {}

    let template = DocumentEditor.Document.template

    @Test("A new document is ready when its private events are through")
    func happyPath() {
        var state = DocumentEditor.State.start
        #expect(DocumentEditor.update(&state, event: .startWorkflow)?.events == [.documentCreated(template)])
        #expect(state == .start)

        let created = DocumentEditor.update(&state, event: .documentCreated(template))
        #expect(created?.events == [.validationCompleted(template)])
        #expect(state == .documentReady(template))

        #expect(DocumentEditor.update(&state, event: .validationCompleted(template)) == nil)
        #expect(DocumentEditor.update(&state, event: .saveDocument)?.id == EffectID("save"))
        #expect(DocumentEditor.update(&state, event: .documentSaved) == nil)
        #expect(state == .saved(template))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let created = "\(DocumentEditor.Effect.event(.documentCreated(template)))"
        let completed = "\(DocumentEditor.Effect.event(.validationCompleted(template)))"
        expectTable(
            [
                Row<DocumentEditor>(.start, .startWorkflow, to: .start, created),
                Row(.start, .documentCreated(template), to: .documentReady(template), completed),
                Row(.documentReady(template), .saveDocument, to: .savingDocument(template), "operation(id: save)"),
                Row(.savingDocument(template), .documentSaved, to: .saved(template)),
            ],
            states: [.start, .documentReady(template), .savingDocument(template), .saved(template)],
            events: [
                .startWorkflow, .saveDocument, .documentCreated(template), .validationCompleted(template),
                .documentSaved,
            ])
    }

    @Test("Public events at the wrong time neither save twice nor start over")
    func integration() async throws {
        let disk = ControlledService<DocumentEditor.Document, Void>()
        let proxy = DocumentEditor.Proxy()
        let recorder = StateRecorder(of: DocumentEditor.self)
        let task = Task {
            try await DocumentEditor.run(
                initialState: .start, proxy: proxy, env: DocumentEditor.Env(save: { try await disk($0) }),
                observer: recorder)
        }

        try proxy.send(contentsOf: [.startWorkflow, .startWorkflow, .saveDocument, .saveDocument, .startWorkflow])
        let save = try await disk.next()
        #expect(save.argument == template)
        save.succeed()
        while try await recorder.next() != .saved(template) {}

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
        #expect(await disk.close().isEmpty)
    }

    @Test("A service error that no event stands for ends the run")
    func failure() async throws {
        let disk = ControlledService<DocumentEditor.Document, Void>()
        let proxy = DocumentEditor.Proxy()
        let task = Task {
            try await DocumentEditor.run(
                initialState: .documentReady(template), proxy: proxy,
                env: DocumentEditor.Env(save: { try await disk($0) }))
        }

        try proxy.send(.saveDocument)
        try await disk.next().fail(with: DiskFull())
        await #expect(throws: DiskFull.self) { try await task.value }
    }
}
