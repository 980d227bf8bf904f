import Checkout
import Parts
import Testing

@testable import OakWeb
@testable import WebPages

@Suite("The page of the checkout")
struct CheckoutPageTests {
    static let samples = Purchase.samples

    @Test("Each state's elements are visible, reachable and distinguishable", arguments: samples)
    func faults(sample: Sample<Checkout.State>) { #expect(sample.state.scene.faults == []) }

    @Test("Every message that a scene can send is understood", arguments: samples)
    func understood(sample: Sample<Checkout.State>) {
        #expect(sample.state.scene.messages.filter { CheckoutMessage.decode($0) == nil } == [])
    }

    @Test("Every message can be sent from some scene")
    func noneLeftOver() {
        let names = Set(Self.samples.flatMap(\.state.scene.events))
        #expect(names == Set(CheckoutMessage.allCases.map(\.rawValue)))
    }

    @Test("The controls correspond exactly to the actions that the machine accepts", arguments: samples)
    func actions(sample: Sample<Checkout.State>) {
        // A form is filled in in any order and submitted at any time, which a terminal does not offer.
        let filling = sample.state.scene.all(.form).flatMap {
            [$0["data-submit"]] + $0.content.all(.input).map(\.["data-change"])
        }
        let sent = sample.state.scene.messages.filter { !filling.contains($0.event) }.compactMap(CheckoutMessage.decode)
        let expected = sample.state.actions.map(\.event).filter { !$0.isFilling }
        for event in sent where sample.state.after(event) != sample.state { #expect(expected.contains(event)) }
        // One of two ways to the same state is enough. A dialog hides the controls behind it.
        let places = sent.map(sample.state.after)
        for event in expected where sample.state.question == nil { #expect(places.contains(sample.state.after(event))) }
    }

    @Test("Exactly the buttons without an effect are marked as disabled", arguments: samples)
    func disabled(sample: Sample<Checkout.State>) {
        for button in sample.state.scene.all(.button) where button["type"] == "button" {
            let events = HTML(nodes: [.element(button)]).messages.compactMap(CheckoutMessage.decode)
            for event in events {
                #expect((sample.state.after(event) == sample.state) == (button["aria-disabled"] == "true"))
            }
        }
    }

    @Test("The pay button stays during the call to the bank, and a second click does no harm")
    func secondClick() throws {
        let pages = [Purchase.confirming, Purchase.asking].map { $0.scene.all(class: "step") }
        #expect(Set(pages.flatMap { $0.map(\.key) }) == ["paying"])
        #expect(pages.map { $0.first?.content.buttons.first } == ["Pay", "Pay"])
    }

    @Test("The steps are in order, and the current step is marked")
    func steps() {
        let current = [Purchase.address, Purchase.card, Purchase.placing, Purchase.placed].map { state in
            state.scene.all(.li).filter { $0["aria-current"] == "step" }.map(\.content.text)
        }
        #expect(current == [["Delivery"], ["Payment"], ["Order"], ["Receipt"]])
        #expect(Purchase.card.scene.all(class: "done").map(\.content.text) == ["Delivery, done"])
        #expect(Purchase.cancelled.scene.all(.ol).isEmpty)
    }

    @Test("The total includes the delivery as soon as it is chosen")
    func total() {
        let totals = [Purchase.address, Purchase.card].map { $0.scene.all(class: "total").map(\.content.text) }
        #expect(totals == [["Total€42.40"], ["Total€48.80"]])
    }

    @Test("A field shows its text and either a hint or an error, in the same space")
    func fields() throws {
        let before = Purchase.address.scene, after = Purchase.mistaken.scene
        #expect(after.element(id: "country")?["aria-invalid"] == "true")
        #expect(before.element(id: "country")?["aria-invalid"] == "false")
        #expect(after.element(id: "country")?["value"] == "Germany")
        #expect(before.element(id: "country-message")?.content.text == "Two letters, such as DE, FR or US.")
        #expect(after.element(id: "country-message")?.content.text == "A country has two letters, such as DE.")
        #expect(before.all(.p).count == after.all(.p).count)
        for field in before.all(.input) { #expect(field["aria-describedby"] == field["id"].map { "\($0)-message" }) }
    }

    @Test("A change of a field is an event of its form, and an unknown field is rejected")
    func entering() {
        #expect(
            CheckoutMessage.decode(Message("enterCard", values: ["field": "expiry", "text": "12/39"]))
                == .payment(.form(.enter(.expiry, "12/39"))))
        #expect(CheckoutMessage.decode(Message("enterCard", values: ["field": "country", "text": "DE"])) == nil)
        #expect(CheckoutMessage.decode(Message("enterCard", values: ["field": "expiry"])) == nil)
        #expect(CheckoutMessage.decode(Message("choose")) == nil)
    }

    @Test("The number of a card is shown only in its field")
    func number() {
        #expect(Purchase.cardTyped.scene.element(id: "number")?["value"] == Purchase.number)
        for state in [Purchase.confirming, Purchase.asking, Purchase.challenged, Purchase.placed] {
            #expect(!state.scene.markup.contains(Purchase.number))
            #expect(state.scene.text.contains("•••• 4444"))
        }
    }

    @Test("Each attempt asks for the PIN in a new dialog, and no state contains the PIN")
    func pin() throws {
        let dialogs = [Purchase.challenged, Purchase.challengedAgain].map { $0.scene.all(.dialog) }
        #expect(Set(dialogs.flatMap { $0.map(\.key) }).count == 2)
        let field = try #require(dialogs[0].first?.content.all(.input).first)
        #expect(field["type"] == "password")
        #expect(field["value"] == nil)
        #expect(field["data-focus"] != nil)
        #expect(!Purchase.challengedAgain.scene.markup.contains(Purchase.wrongPIN))
        #expect(
            CheckoutMessage.decode(Message("enterPIN", values: ["pin": " 12 34\n"]))
                == .payment(.authorization(.pin("1234"))))
    }

    @Test("A wrong PIN is reported like a mistake in a form")
    func wrongPIN() {
        let messages = [Purchase.challenged, Purchase.challengedAgain].map { $0.scene.element(id: "pin-message") }
        #expect(
            messages.map { $0?.content.text } == [
                "3 tries left.", "That was not the PIN of the card. This is the last try.",
            ])
        #expect(messages.map { $0?["class"] } == ["hint", "objection"])
        #expect(messages.map { $0?["aria-live"] } == ["polite", "polite"])
        let fields = [Purchase.challenged, Purchase.challengedAgain].map { $0.scene.element(id: "pin") }
        #expect(fields.map { $0?["aria-invalid"] } == ["false", "true"])
        #expect(fields.map { $0?["aria-describedby"] } == ["pin-message", "pin-message"])
    }

    @Test("Each sample card is shown with its limit, including a card that is declined")
    func cards() {
        let notes = Purchase.card.scene.all(class: "notes").flatMap { $0.content.all(.li).map(\.content.text) }
        #expect(
            notes == [
                "4242 4242 4242 4242, 12/39, PIN 1234, pays up to €200.00.",
                "5555 5555 5555 4444, 12/39, PIN 4321, pays up to €20.00.",
            ])
    }

    @Test("Each step has a heading that takes the focus", arguments: samples)
    func focus(sample: Sample<Checkout.State>) {
        let headings = sample.state.scene.all(class: "step").flatMap { $0.content.all(.h2) }
        #expect(headings.map { $0["data-focus"] != nil && $0["tabindex"] == "-1" } == [true])
    }

    @Test("A failure is an alert with advice")
    func problems() {
        for state in [
            Purchase.refused, Purchase.unanswered, Purchase.declined, Purchase.bankFailed, Purchase.orderFailed,
        ] {
            let alerts = state.scene.elements.filter { $0["role"] == "alert" }
            #expect(alerts.map(\.content.text) == ["The sky has fallen.Hold it up."])
        }
    }

    @Test("An offer has its name, its time and its price, and is chosen by its name")
    func offers() {
        let offers = Purchase.choosing.scene.all(class: "offer")
        #expect(offers.map(\.content.text) == ["Standard2 to 3 working days€6.40", "Express1 working day€13.40"])
        #expect(offers.map(\.["data-says-offer"]) == ["standard", "express"])
    }

    @Test("An ended purchase offers a new beginning and no messages")
    func end() {
        for state in [Purchase.placed, Purchase.cancelled] {
            #expect(state.isTerminal)
            #expect(state.scene.all(.a).map(\.["href"]) == ["/checkout"])
            #expect(state.scene.messages == [])
        }
    }
}

extension Checkout.Event {
    /// Whether it is about filling in a form.
    fileprivate var isFilling: Bool {
        switch self {
        case .shipping(.form), .payment(.form): true
        case .shipping, .payment, .placing, .changeDelivery, .cancel: false
        }
    }
}

extension Checkout.State {
    /// The state that an event leads to.
    fileprivate func after(_ event: Checkout.Event) -> Checkout.State {
        var state = self
        _ = Checkout.update(&state, event: event)
        return state
    }
}
