import Oak
import OakTesting
import Testing

@testable import FindText

@Test func aSearchBeginsAndEnds() {
    expectTransitions(of: Search.self, from: .idle)
        .on(.typed("oak"), to: .searching("oak"))
        .on(.found(["trees.txt"]), to: .idle)
        .on(.close, to: .closed)
}
