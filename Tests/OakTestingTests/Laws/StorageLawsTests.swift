import Oak
import OakTesting
import Testing

@Suite("Laws of storages")
struct StorageLawsTests {
    private final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test("The storages of the library pass the laws")
    func kept() async {
        await checkLaws(ofStorage: { LocalStorage(value: $0) }, values: [1, 2, 3])
        await checkLaws(ofStorage: { PropertyStorage(\.value, of: Box($0)) }, values: ["a", "b"])
    }

    /// The ways in which a broken storage treats a value.
    enum Fault: CaseIterable { case startsElsewhere, ignoresWrites, forgetsChangesInPlace, countsReads }

    private struct Broken: Storage {
        let fault: Fault
        private let box: Box<Int>
        private var reads: Box<Int>

        init(_ value: Int, _ fault: Fault) {
            self.fault = fault
            box = Box(fault == .startsElsewhere ? 0 : value)
            reads = Box(0)
        }

        var storedValue: Int {
            get {
                reads.value += 1
                return fault == .countsReads && reads.value > 1 ? -reads.value : box.value
            }
            nonmutating set { if fault != .ignoresWrites { box.value = newValue } }
            nonmutating _modify {
                var copy = box.value
                yield &copy
                if fault != .forgetsChangesInPlace, fault != .ignoresWrites { box.value = copy }
            }
        }
    }

    @Test("Each fault of a storage breaks its law", arguments: Fault.allCases)
    func broken(fault: Fault) async {
        let issues = await Issues.of {
            await checkLaws(ofStorage: { Broken($0, fault) }, values: [1, 2, 3], line: 4)
        }
        let law =
            switch fault {
            case .startsElsewhere, .countsReads: "A storage begins with"
            case .ignoresWrites: "A storage holds what"
            case .forgetsChangesInPlace: "A storage keeps a"
            }
        #expect(issues.laws.contains(law))
        #expect(issues.breaks("C1 A machine finds the state in its storage") == (fault != .forgetsChangesInPlace))
        #expect(Set(issues.lines) == [4])
    }

    @Test("Storages that share their value break a law")
    func shared() async {
        let host = Shared()
        let issues = await Issues.of {
            await checkLaws(
                ofStorage: { value in
                    host.box.value = value
                    return PropertyStorage(\.value, of: host.box)
                }, values: [1, 2])
        }
        #expect(issues.laws == ["Two storages have nothing"])
    }

    private final class Shared: @unchecked Sendable { let box = Box(0) }

    @Test("Equal sample values are reported as unsuitable for the check")
    func values() async {
        let issues = await Issues.of { await checkLaws(ofStorage: { LocalStorage(value: $0) }, values: [1, 1]) }
        #expect(issues.messages == ["Checking a storage takes two values or more, no two of them equal: [1, 1]"])
    }
}
