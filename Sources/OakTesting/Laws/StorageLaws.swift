public import Oak

/// Checks that a storage keeps the values written to it, as running machines require.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofStorage: { LocalStorage(value: $0) }, values: [1, 2, 3])
/// ```
///
/// - Parameters:
///   - make: Makes a storage with an initial value.
///   - values: Values to store; at least two, and no two of them equal.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<S: Storage & SendableMetatype>(
    ofStorage make: @escaping @Sendable (S.Value) -> S, values: [S.Value],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where S.Value: Equatable & Sendable {
    let site = CallSite(fileID, filePath, line, column)
    let isDistinct = values.indices.allSatisfy { !values[..<$0].contains(values[$0]) }
    guard values.count > 1, isDistinct else {
        return report("Checking a storage takes two values or more, no two of them equal: \(values)", at: site)
    }
    await check(StorageLaws(make: make, values: values).all, of: "\(S.self)", at: site)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct StorageLaws<S: Storage & SendableMetatype>: Sendable where S.Value: Equatable & Sendable {
    let make: @Sendable (S.Value) -> S
    let values: [S.Value]

    @LawList var all: [Law] {
        Law("A storage begins with its initial value, and reading does not change it.") { experiment in
            for value in values {
                experiment.does("made a storage with \(value) and read it twice")
                let storage = make(value)
                try experiment.expect(
                    [storage.storedValue, storage.storedValue], is: [value, value], "\(value), twice")
            }
        }

        Law("A storage holds what was written last.") { experiment in
            var storage = make(values[0])
            for value in values + values.reversed() {
                experiment.does("wrote \(value)")
                storage.storedValue = value
                try experiment.expect(storage.storedValue == value, "\(value)", seen: storage.storedValue)
            }
        }

        Law("A storage keeps a change made in place, as `update` makes it.") { experiment in
            func change(_ value: inout S.Value, to other: S.Value) -> S.Value {
                defer { value = other }
                return value
            }
            var storage = make(values[0])
            var before = values[0]
            for value in values.dropFirst() {
                experiment.does("changed \(before) to \(value) in place")
                let seen = change(&storage.storedValue, to: value)
                try experiment.expect(seen == before, "the function that changes it finds \(before)", seen: seen)
                try experiment.expect(storage.storedValue, is: value, "the storage holds \(value) then")
                before = value
            }
        }

        Law("Two storages have nothing to do with each other.") { experiment in
            experiment.does("made two storages with \(values[0]), and wrote \(values[1]) to the second")
            let first = make(values[0])
            var second = make(values[0])
            second.storedValue = values[1]
            try experiment.expect(first.storedValue, is: values[0], "the first holds \(values[0])")
        }

        Law("C1 A machine finds the state in its storage as it left it.") { experiment in
            let proxy = ValueProbe<S.Value>.Proxy(bufferSize: values.count + 1)
            experiment.does("ran a machine that goes through \(values)")
            let last = values[values.count - 1]
            for value in values { try proxy.send(.value(value)) }
            try proxy.send(.last(last))
            let (recorder, first) = (TraceRecorder(of: ValueProbe<S.Value>.self), values[0])
            try await ValueProbe<S.Value>.run(
                storage: ProbeStorage(base: make(first), isTerminal: false), proxy: proxy, observer: recorder)
            let expected = [first] + values + [last]
            try experiment.expect(recorder.trace.states.map(\.value), is: expected, "its states are \(expected)")
        }
    }
}

/// The state of the probe, whose value is in the examined storage.
private struct ProbeStorage<S: Storage>: Storage where S.Value: Sendable {
    var base: S
    var isTerminal: Bool

    var storedValue: ValueProbe<S.Value>.State {
        get { .init(value: base.storedValue, isTerminal: isTerminal) }
        set { (base.storedValue, isTerminal) = (newValue.value, newValue.isTerminal) }
    }
}
