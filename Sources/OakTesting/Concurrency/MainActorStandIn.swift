import OakAtomics
import OakTaskHooks

/// The executor that a thread names as the executor of the main actor while it runs the jobs of a test.
///
/// Work of the test on the main actor becomes a job of the test. A task that goes on after its test still names this
/// executor; the main actor runs it then.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class MainActorStandIn: SerialExecutor {
    static let shared = MainActorStandIn()

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let executor = DeterministicExecutor.driving {
            executor.add(job, to: .mainActor)
        } else {
            MainActor.shared.enqueue(job)
        }
    }

    /// Whether the main actor, or this executor for it, runs the code.
    static var isCurrent: Bool { oak_get_executor() == MainActor.shared.unownedExecutor.reference.identity }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DeterministicExecutor {
    /// The executor whose jobs the thread runs.
    static var driving: DeterministicExecutor? {
        guard let answers = oak_driven_thread(), let context = answers.pointee.context else { return nil }
        return Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    /// Lets the thread answer the runtime while it does the work of this executor: the jobs that become ready meanwhile
    /// are jobs of this executor, including jobs of the main actor and jobs for any thread.
    func driveThread(_ body: () -> Void) {
        var answers = OakDrivenThread()
        answers.main_actor = MainActorStandIn.shared.asUnownedSerialExecutor().reference
        answers.context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        answers.enqueue = { context, job in
            guard let context, let job else { return }
            let executor = Unmanaged<DeterministicExecutor>.fromOpaque(context).takeUnretainedValue()
            // The runtime passes a job as a pointer, which is all that `UnownedJob` has.
            executor.add(unsafeBitCast(job, to: UnownedJob.self), to: .anyThread)
        }
        withUnsafePointer(to: answers) { answers in
            let before = oak_drive_thread(answers)
            defer { _ = oak_drive_thread(before) }
            body()
        }
    }

    /// Gives a job to the place where it runs without a test.
    static func release(_ job: UnownedJob, to place: JobPlace) {
        switch place {
        // The runtime takes the pointer that `UnownedJob` consists of.
        case .preferred, .anyThread: oak_enqueue_globally(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
        case .mainActor: MainActor.shared.enqueue(job)
        }
    }

    /// Whether the runtime asks a thread that runs jobs which executor the main actor has.
    static let decidesMainActor: Bool = {
        var answer: UnsafeRawPointer?
        DeterministicExecutor().driveThread { answer = MainActor.shared.unownedExecutor.reference.identity }
        return answer == MainActorStandIn.shared.asUnownedSerialExecutor().reference.identity
    }()
}

extension UnownedSerialExecutor {
    /// The executor as the runtime refers to it, which is all that it has.
    fileprivate var reference: OakExecutor { unsafeBitCast(self, to: OakExecutor.self) }
}
