import Checkout
import Testing

@testable import OakWeb
@testable import OakWebExamples

@Suite("The page of the checkout")
struct CheckoutTests {
    @Test("Exactly the buttons without an effect are marked as disabled", arguments: Purchase.samples)
    func disabled(state: Checkout.State) {
        for button in state.scene.all(.button) where button["type"] == "button" {
            for event in HTML(nodes: [.element(button)]).messages.compactMap(CheckoutMessage.decode) {
                var next = state
                _ = Checkout.update(&next, event: event)
                #expect((next == state) == (button["aria-disabled"] == "true"))
            }
        }
    }

    @Test("The pay button stays in place during the call to the bank: a second click does no harm")
    func secondClick() {
        let steps = [Purchase.confirming, Purchase.asking].flatMap { $0.scene.all(.section).prefix(1) }
        #expect(steps.map(\.key) == ["paying", "paying"])
        #expect(steps.map { $0.content.buttons.first } == ["Pay", "Pay"])
    }

    @Test("The total includes the delivery as soon as it is chosen")
    func total() {
        let totals = [Purchase.address, Purchase.card].map { $0.scene.all(class: "total").map(\.content.text) }
        #expect(totals == [["Total€42.40"], ["Total€48.80"]])
    }

    @Test("A field shows its text and either a hint or a mistake, in the same space")
    func fields() {
        let (before, after) = (Purchase.address.scene, Purchase.mistaken.scene)
        #expect(after.element(id: "country")?["aria-invalid"] == "true")
        #expect(after.element(id: "country")?["value"] == "Germany")
        #expect(before.element(id: "country-note")?.content.text == "Two letters, such as DE, FR or US.")
        #expect(after.element(id: "country-note")?.content.text == "A country has two letters, such as DE.")
    }

    @Test("The number of a card is shown only in its field, and no state contains the PIN")
    func secrets() {
        #expect(Purchase.cardTyped.scene.element(id: "number")?["value"] == Purchase.number)
        for state in [Purchase.confirming, Purchase.asking, Purchase.challengedAgain, Purchase.placed] {
            #expect(!state.scene.markup.contains(Purchase.number) && !state.scene.markup.contains(Purchase.wrongPIN))
            #expect(state.scene.text.contains("•••• 4444"))
        }
    }

    @Test("Each attempt asks for the PIN in an empty field of a new dialog, and a wrong PIN is a mistake like others")
    func pin() {
        let dialogs = [Purchase.challenged, Purchase.challengedAgain].flatMap { $0.scene.all(.dialog) }
        #expect(Set(dialogs.map(\.key)).count == 2)
        let fields = dialogs.flatMap { $0.content.all(.input) }
        #expect(fields.map(\.["type"]) == ["password", "password"] && fields.map(\.["value"]) == [nil, nil])
        #expect(fields.map(\.["aria-invalid"]) == ["false", "true"])
    }

    @Test("An ended purchase offers a new beginning and no messages")
    func end() {
        for state in [Purchase.placed, Purchase.cancelled] {
            #expect(state.scene.all(.a).map(\.["href"]) == ["/checkout"])
            #expect(state.scene.messages == [])
        }
    }
}
