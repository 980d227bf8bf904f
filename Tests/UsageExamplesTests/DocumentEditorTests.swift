import Oak
import OakTesting
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

@Suite("Document editor", .timeLimit(.minutes(20)))
struct DocumentEditorTests {
    struct DiskFull: Error {}

    let template = DocumentEditor.Document.template

    @Test("A new document is ready when its private events are through")
    func happyPath() {
        expectTransitions(of: DocumentEditor.self, from: .start)
            .on(.startWorkflow, to: .start, effect: .event(.documentCreated(template)))
            .on(
                .documentCreated(template), to: .documentReady(template),
                effect: .event(.validationCompleted(template))
            )
            .on(.validationCompleted(template), to: .documentReady(template))
            .on(.saveDocument, to: .savingDocument(template), effect: .operation(id: "save"))
            .on(.documentSaved, to: .saved(template))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            of: DocumentEditor.self,
            states: [.start, .documentReady(template), .savingDocument(template), .saved(template)],
            events: [
                .startWorkflow, .saveDocument, .documentCreated(template), .validationCompleted(template),
                .documentSaved,
            ])
    }

    @Test("Public events at the wrong time neither save twice nor start over")
    func integration() async {
        let saved = Gate<Void>("the disk")
        let tester = TransducerTester(
            of: DocumentEditor.self, initialState: .start,
            env: DocumentEditor.Env { [template] document in
                #expect(document == template)
                try await saved.wait()
            })

        await tester.send(.startWorkflow)
        await tester.receive(.documentCreated(template)) { [template] in $0 = .documentReady(template) }
        await tester.receive(.validationCompleted(template))
        await tester.send(.startWorkflow)
        await tester.send(.saveDocument) { [template] in $0 = .savingDocument(template) }
        tester.expectStarted(.operation(id: "save"))
        await tester.send(.saveDocument)
        await tester.send(.startWorkflow)

        saved.open()
        await tester.receive(.documentSaved) { [template] in $0 = .saved(template) }
        await tester.finish()
    }

    @Test("A service error that no event stands for ends the run")
    func failure() async {
        let tester = TransducerTester(
            of: DocumentEditor.self, initialState: .documentReady(template),
            env: DocumentEditor.Env { _ in throw DiskFull() })
        await tester.send(.saveDocument) { [template] in $0 = .savingDocument(template) }
        tester.expectStarted(.operation(id: "save"))
        await tester.finish(throwing: DiskFull())
    }
}
