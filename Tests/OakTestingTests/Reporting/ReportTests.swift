import Testing

@testable import OakTesting

@Suite("Reports")
struct ReportTests {
    @Test("An issue appears at the line of the call")
    func line() {
        let issues = Issues.of {
            report("wrong", at: CallSite(#fileID, #filePath, 7, 1))
        }
        #expect(issues.messages == ["wrong"])
        #expect(issues.lines == [7])
    }

    @Test("A difference shows the expected and the actual value")
    func difference() {
        let text = OakTesting.difference(from: [1, 2], to: [1, 3])
        #expect(text.contains("−   [1]: 2"))
        #expect(text.contains("+   [1]: 3"))
    }
}
