import Testing

@testable import WebLoad

@Suite("A course of events for the counter of a page")
struct CourseTests {
    @Test("A course is determined by its seed")
    func isDecidedBySeed() {
        #expect(Course(length: 100, seed: 1).events == Course(length: 100, seed: 1).events)
        #expect(Course(length: 100, seed: 1).events != Course(length: 100, seed: 2).events)
    }

    @Test("A course changes the value with each event", arguments: 0..<20)
    func changesTheValue(seed: UInt64) {
        let course = Course(length: 500, seed: seed)
        #expect(course.values.count == 501)
        #expect(zip(course.values, course.values.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("A course uses every event")
    func usesEveryEvent() {
        #expect(Set(Course(length: 500, seed: 1).events) == [.increment, .decrement, .reset])
    }
}

@Suite("The value in a message of the server")
struct SightingTests {
    @Test(
        "The value is found in a welcome, a patch and a scene",
        arguments: [
            (#"{"session":"1a2b","resumed":false,"html":"<p class=\"value\">0</p><button>Reset</button>"}"#, 0),
            (#"{"patch":{"c":{"0":{"c":{"0":{"t":"17"}}}}}}"#, 17),
            (#"{"patch":{"c":{"0":{"c":{"0":{"t":"-3"}}}}}}"#, -3),
            (#"{"html":"<p>−12</p>"}"#, -12),
        ])
    func isFound(message: String, value: Int) {
        #expect(Sighting.value(in: message.utf8) == value)
    }

    @Test(
        "A message with no number or several has no value",
        arguments: [
            #"{"patch":{"c":{"0":{"a":{"hidden":null}}}}}"#, #"{"html":"<p>1</p><p>2</p>"}"#,
            #"{"html":"<p>1 of 2</p>"}"#,
            "",
        ])
    func isNotGuessed(message: String) {
        #expect(Sighting.value(in: message.utf8) == nil)
    }
}
