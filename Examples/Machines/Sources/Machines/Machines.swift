import AppFlow
import Checkout
import Counters
import LoadingList
public import MachineTool
import Oak
import OakGraph
import Parts
import Shelf
import Timers

/// The machines of the examples, to draw, check and simulate them.
public enum Machines: MachineCommand {
    public static var machines: [ExploredMachine] {
        [counter, effectCounter, timers, loadingList, call, form, login, appFlow, checkout, download, editor]
    }

    private static let problem = Problem("The service is busy.", advice: "Try again.")
    private static let account = Account(name: "kim", folders: ["work"], codesLeft: 1)

    private static var counter: ExploredMachine {
        .machine(
            Counter.self, from: [.init()],
            events: .generated { state in
                // Beyond two, nothing new happens.
                (state.value < 2 ? [.increment] : []) + (state.value > -2 ? [.decrement] : []) + [.reset]
            })
    }

    private static var effectCounter: ExploredMachine {
        .machine(
            EffectCounter.self, from: [.init()],
            events: .generated { state in
                (state.value < 2 ? [.increment] : []) + (state.value > -2 ? [.decrement] : []) + [.reset]
            }.includingAnswers(),
            allowing: [.init(.unhandledFailures, because: "A counter without its service is of no use.")])
    }

    private static var timers: ExploredMachine {
        .machine(
            Timers.self, from: [.init()], events: .events(.start, .stop, .ping, .terminate).includingAnswers(),
            showing: { cases(of: $0) })
    }

    private static var loadingList: ExploredMachine {
        typealias Machine = LoadingList.Transducer
        let context = Machine.Context(input: Machine.Proxy().input, defaultFolder: ".")
        return .machine(
            Machine.self, named: "loading-list", from: [.start],
            events: Alphabet([
                .viewOnAppear, .configureContext(context), .intentShowSheet, .intentSheetCommit("Documents"),
                .viewSheetDidDismiss, .cancelLoading, .intentAlertConfirm, .intentRetry,
                .serviceProgress(LoadingList.Progress(completed: 1, total: 2)),
                .serviceLoaded(LoadingList.Listing(folder: "Documents", entries: [])),
                .serviceError(LoadingList.DirectoryError.noSuchFolder("Documents")),
            ]).namedByCases().includingAnswers(), limits: GraphLimits(seconds: nil),
            showing: { state in
                switch state {
                case .idle(.empty(let empty), _) where empty.failedFolder != nil,
                    .modal(.empty(let empty), _, _) where empty.failedFolder != nil:
                    cases(of: state) + " after a failure"
                case .start, .idle, .modal: cases(of: state)
                }
            },
            allowing: [GraphExemption(.unhandledEvents, because: "Progress is not shown.")])
    }

    private static var call: ExploredMachine {
        .machine(
            ServiceCall<String, Int>.self, from: [.waiting("How many?")],
            events: .events(.ask, .answered(42), .failed(problem)).includingAnswers(), showing: { cases(of: $0) })
    }

    private static var form: ExploredMachine {
        .machine(
            FieldForm<Address>.self, named: "address-form", from: [.init()],
            events: [.enter(.name, "Kim"), .enter(.country, "DE"), .enter(.postcode, "12345"), .focus(.name), .submit])
    }

    private static let signIn: [Login.Event] = [
        .form(.enter(.name, "kim")), .form(.enter(.code, "oak")), .form(.submit), .back, .tick, .verification(.ask),
        .verification(.answered(.welcome(account))), .verification(.answered(.refused)),
        .verification(.failed(problem)),
    ]

    private static var login: ExploredMachine {
        .machine(
            Login.self, from: [Login.State()], events: Alphabet(signIn).namedByCases().includingAnswers(),
            style: DiagramStyle(folding: .above(20)))
    }

    private static var appFlow: ExploredMachine {
        .machine(
            AppFlow.self, named: "app-flow", from: [AppFlow.State()],
            events: Alphabet(
                signIn.map(AppFlow.Event.login) + [
                    .launch(.ask), .launch(.answered(1)), .launch(.failed(problem)), .signOut, .terminate,
                    .dashboard(.add("play")), .dashboard(.remove("play")),
                    .dashboard(.folder("work", .measured(.size(1)))),
                ]
            ).namedByCases().includingAnswers(),
            style: DiagramStyle(folding: .above(20)),
            properties: [
                .leadsTo(
                    "A lock of the sign-in opens again", from: { cases(of: $0).hasSuffix("locked") },
                    to: { !cases(of: $0).hasSuffix("locked") }, under: .strong)
            ])
    }

    private static let purchase: [Checkout.Event] = {
        let approval = Approval(
            Charge.Reference(order: "A", attempt: 1), card: "•••• 4242", amount: Money(cents: 4730))
        return [
            .shipping(.form(.enter(.name, "Kim"))), .shipping(.form(.enter(.country, "DE"))),
            .shipping(.form(.enter(.postcode, "12345"))), .shipping(.form(.submit)), .shipping(.quoting(.ask)),
            .shipping(.quoting(.answered(.offers([Offer("standard", price: Money(cents: 490), days: 2...3)])))),
            .shipping(.quoting(.answered(.refused(problem)))), .shipping(.quoting(.failed(problem))),
            .shipping(.choose("standard")), .shipping(.back),
            .payment(.form(.enter(.number, "4242 4242 4242 4242"))), .payment(.form(.enter(.expiry, "12/39"))),
            .payment(.form(.submit)), .payment(.confirm), .payment(.back),
            .payment(.authorization(.bank(.ask))), .payment(.authorization(.bank(.failed(problem)))),
            .payment(.authorization(.bank(.answered(.approved(approval))))),
            .payment(.authorization(.bank(.answered(.pinNeeded(triesLeft: 2))))),
            .payment(.authorization(.bank(.answered(.declined(problem))))), .payment(.authorization(.pin("1234"))),
            .placing(.ask), .placing(.answered(Receipt(number: 1, file: "orders"))), .placing(.failed(problem)),
            .changeDelivery, .cancel,
        ]
    }()

    private static var checkout: ExploredMachine {
        .machine(
            Checkout.self, from: [Checkout.State(id: "A", cart: .sample)],
            events: .generated { state in
                purchase.filter { event in
                    switch (state.step, event) {
                    case (.shipping(let shipping), .shipping(.form(let event))): shipping.form.expects(event)
                    case (.payment(_, let payment), .payment(.form(let event))): payment.form.expects(event)
                    case (_, _): true
                    }
                }
            }.namedByCases().includingAnswers(), limits: GraphLimits(seconds: nil),
            showing: { cases(of: $0) }, style: DiagramStyle(showsEffects: false),
            properties: [
                .sometimes("A purchase can be placed") { cases(of: $0) == "placed" },
                .never("An order is placed without the bank's approval") { state in
                    guard case .placing(let order, _) = state.step else { return false }
                    return order.approval.amount != order.cart.total + order.delivery.offer.price
                },
            ])
    }

    private static var download: ExploredMachine {
        .machine(
            Download.self, from: [.idle],
            events: .events(.start, .cancel, .received(0.5), .finished, .failed(problem)).includingAnswers())
    }

    private static var editor: ExploredMachine {
        .machine(
            Editor.self, from: [Editor.State("oak")],
            events: .events(
                .opened(Content(text: "", card: Card(title: "Oak"))), .failed(problem), .typed(.title, "Oaks"), .undo,
                .redo, .save, .saved
            ).includingAnswers())
    }
}
