import Oak
import TestSupport
import Testing

/// A proxy as a value: equal to its copies, and a handle that cancels for a reason or without one.
@Suite("Proxies as values")
struct ProxyTests {
    @Test("Copies of a proxy are equal and have the same hash; proxies of different runs differ")
    func equality() {
        let proxy = Sum.Proxy()
        let (copy, other) = (proxy, Sum.Proxy())
        #expect(proxy == copy)
        #expect(proxy != other)
        #expect(Set([proxy, copy, other]).count == 2)
        let names = [proxy: "first", other: "second"]
        #expect(names[copy] == "first")
    }

    @Test("Copies of other kinds of proxies are equal, too")
    func otherKinds() {
        struct Own: TransducerProxy {
            typealias Input = Oak.Proxy<Int>.Input
            let mailbox: Mailbox<Int>
        }
        let (suspending, own) = (SyncSuspendingProxy<Int>(), Own())
        let (suspendingCopy, ownCopy) = (suspending, own)
        #expect(suspending == suspendingCopy)
        #expect(Set([suspending, suspendingCopy, SyncSuspendingProxy<Int>()]).count == 2)
        #expect(own == ownCopy)
        #expect(Set([own, ownCopy, Own()]).count == 2)
    }

    @Test("A machine that is cancelled with an error ends with that error")
    func cancelledForAReason() async {
        let proxy = Sum.Proxy()
        let reason: (any Error)? = Failure(name: "closed")
        proxy.cancel(with: reason)
        await #expect(throws: Failure(name: "closed")) { try await Sum.run(initialState: .init(), proxy: proxy) }
    }

    @Test("A machine that is cancelled without an error ends with `cancelled`")
    func cancelledForNoReason() async {
        let proxy = Sum.Proxy()
        proxy.cancel(with: nil)
        await #expect(throws: TransducerError.cancelled) { try await Sum.run(initialState: .init(), proxy: proxy) }
    }
}
