/// What a deterministic executor has before it: the jobs that are ready, and the waits of those that are not.
///
/// Somebody who lets time pass waits first until nobody else can go on, so that those sleep who are about to. If that were all,
/// time would come last in every order. So whoever was let go by a gate, at the same time and by somebody else, is held back
/// until the clock has woken its sleepers, if the order says so. Held back is only what could have come later:
///
/// - the gate was opened while somebody waited to let time pass, or
/// - before that, but by another job, after the one that lets time pass was ready.
struct Agenda {
    /// Somebody who goes on when nothing else can.
    struct IdleObserver {
        let continuation: CheckedContinuation<Void, Never>
        let letsTimePass: Bool

        init(_ continuation: CheckedContinuation<Void, Never>, letsTimePass: Bool) {
            self.continuation = continuation
            self.letsTimePass = letsTimePass
        }
    }

    /// What goes on when no job is ready.
    enum Continuation {
        case resume(CheckedContinuation<Void, Never>)
        /// Jobs that were held back are ready now.
        case jobs
    }

    private(set) var jobs = ReadyJobs()
    private var lastJob = 0
    /// What has become ready otherwise than by a job that runs here; when, nobody knows but the other thread.
    var arrivals: [UnownedJob] = []
    /// The thread that runs jobs at the moment.
    var driver: ObjectIdentifier?
    /// The job that runs at the moment.
    var running: Int?
    /// Whether that job lets others go on by opening a gate.
    var isOpening = false
    /// Jobs that have to wait until the clock has woken its sleepers.
    private var heldBack: [ReadyJob] = []
    var chooser: Chooser
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    /// Of those who wait, the alarms.
    var alarms = Heap<Alarm.Offset, Alarm>()
    var idleObservers: [IdleObserver] = []

    init(chooser: Chooser) { self.chooser = chooser }

    /// Adds a job that the running one has made ready.
    mutating func add(_ job: UnownedJob) {
        let job = number(job, opener: isOpening ? running : nil)
        if job.opener != nil, idleObservers.contains(where: \.letsTimePass), chooser.holdsBack() {
            heldBack.append(job)
        } else {
            jobs.append(job)
        }
    }

    mutating func takeArrivals() {
        for job in arrivals { jobs.append(number(job, opener: nil)) }
        arrivals = []
    }

    private mutating func number(_ job: UnownedJob, opener: Int?) -> ReadyJob {
        lastJob += 1
        return ReadyJob(job: job, number: lastJob, opener: opener)
    }

    /// Takes out the job that is to run next.
    mutating func takeJob() -> UnownedJob? {
        guard !jobs.isEmpty else { return nil }
        let job = jobs.remove(passing: chooser.choose(among: jobs.count))
        running = job.number
        return job.job
    }

    /// Holds jobs back that could have become ready when time has passed; called in the job that lets it pass.
    mutating func holdRacersBack() {
        guard let running else { return }
        heldBack += jobs.removeAll { job in
            guard let opener = job.opener, opener != running, job.number > running else { return false }
            return chooser.holdsBack()
        }
    }

    /// Makes those ready that were held back.
    mutating func letRacersGo() {
        jobs.append(contentsOf: heldBack)
        heldBack = []
    }

    /// Takes out the one who began last to wait for nothing else to happen.
    mutating func takeObserver() -> Continuation? {
        guard let last = idleObservers.last else { return nil }
        guard last.letsTimePass || heldBack.isEmpty else {
            // Somebody else wants to see how far all others come.
            letRacersGo()
            return .jobs
        }
        idleObservers.removeLast()
        return .resume(last.continuation)
    }
}
