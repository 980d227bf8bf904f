import Checkout
import LoadingList
import MachineTool
import Oak
import OakGraph
import Parts

extension Machines {
    static var serviceCall: ExploredMachine {
        .machine(
            ServiceCall<String, Int>.self, from: [.waiting("How many?")],
            events: .events(.ask, .answered(42), .failed(.sample)).includingAnswers(), showing: { Call($0) })
    }

    /// The shown part of a form, without the texts themselves.
    private struct Form: Hashable {
        let isComplete: Bool
        let focus: Address.Field?
        let texts: Set<Address.Field>
        let objections: Set<Address.Field>

        init(_ state: FieldForm<Address>.State) {
            isComplete = state.isComplete
            focus = state.focus
            texts = Set(state.texts.keys)
            objections = Set(state.objections.keys)
        }
    }

    static var addressForm: ExploredMachine {
        .machine(
            FieldForm<Address>.self, named: "address-form", from: [.init()],
            events: [
                .enter(.name, "Kim"), .enter(.country, "DE"), .enter(.postcode, "12345"), .focus(.name), .submit,
            ],
            showing: { Form($0) })
    }

    /// The shown part of a list that loads.
    enum Listing: Hashable {
        case start
        case idle(Content)
        case sheet(Content)
        case loading(Content)
        case error(Content)

        enum Content: Hashable { case nothing, failed, entries }

        init(_ state: LoadingList.Transducer.State) {
            self =
                switch state {
                case .start: .start
                case .idle(let content, _): .idle(Self.content(content))
                case .modal(let content, .sheet, _): .sheet(Self.content(content))
                case .modal(let content, .loading, _): .loading(Self.content(content))
                case .modal(let content, .error, _): .error(Self.content(content))
                }
        }

        private static func content(_ content: LoadingList.Transducer.State.Content) -> Content {
            switch content {
            case .empty(let empty): empty.failedFolder == nil ? .nothing : .failed
            case .data: .entries
            }
        }
    }

    static var loadingList: ExploredMachine {
        let context = LoadingList.Transducer.Context(input: LoadingList.Transducer.Proxy().input, defaultFolder: ".")
        return .machine(
            LoadingList.Transducer.self, named: "loading-list", from: [.start],
            events: Alphabet([
                .viewOnAppear, .configureContext(context), .intentShowSheet, .intentSheetCommit("Documents"),
                .viewSheetDidDismiss, .cancelLoading, .intentAlertConfirm, .intentRetry,
                .serviceProgress(LoadingList.Progress(completed: 1, total: 2)),
                .serviceLoaded(LoadingList.Listing(folder: "Documents", entries: [])),
                .serviceError(LoadingList.DirectoryError.noSuchFolder("Documents")),
            ]).namedByCases().includingAnswers(),
            showing: { Listing($0) },
            allowing: [GraphExemption(.unhandledEvents, because: "Progress is not shown.")])
    }
}
