import Counters
import Testing
import WebHost
import WebPages

@Suite("The page of the counter")
struct CounterPageTests {
    @Test("It is listed under its name")
    func title() {
        #expect(Counter.page.path == "counter")
        #expect(Counter.page.title == "Counter")
    }
}
