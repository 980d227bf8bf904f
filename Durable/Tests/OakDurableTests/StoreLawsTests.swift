import OakDurable
import OakDurableTesting
import TestSupport
import Testing

@Suite("Laws of stores")
struct StoreLawsTests {
    @Test("MemoryStore keeps the laws of stores")
    func memory() async {
        await checkLaws(ofStore: "MemoryStore", reopen: { $0 }) { MemoryStore() }
    }

    @Test("A store with several shards keeps the laws of stores", arguments: [1, 2, 7])
    func shared(shards: Int) async {
        await checkLaws(ofStore: "SharedStore", reopen: { $0.end() }) { SharedStore(shards: shards) }
    }

    @Test("A store that breaks a law is caught", arguments: StoreFlaw.allCases)
    func broken(flaw: StoreFlaw) async {
        let laws = Recorder<String>()
        await withKnownIssue {
            await checkLaws(ofStore: "broken", patience: 0) { store in
                flaw == .forgets ? BrokenStore(flaw) : store
            } make: {
                BrokenStore(flaw)
            }
        } matching: {
            laws.record($0.brokenLaw)
            return true
        }
        #expect(laws.values.contains { $0.hasPrefix(flaw.rawValue) }, "\(laws.values)")
    }
}
