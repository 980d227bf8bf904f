import OakGraph

/// Where a job would run if no test decided its order.
enum JobPlace {
    /// On the executor of the test, which its task prefers.
    case preferred
    /// On any thread.
    case anyThread
    case mainActor
}

/// A ready job, with the facts that tell whether it could have become ready later.
struct ReadyJob {
    let job: UnownedJob
    let place: JobPlace
    /// Numbers jobs in the order in which they became ready.
    let number: Int
    /// The job that released this one by opening a gate, if one did.
    let opener: Int?
}

/// The state of a deterministic executor: ready jobs, and the waits of suspended tasks.
///
/// A task that lets time pass first waits until no other task can go on, so that tasks about to sleep do sleep. That
/// alone would put time last in every order. Jobs released by a gate at the same time, from another task, are therefore
/// held back until the clock has woken its sleepers, if the order says so. A job is only held back if it could have
/// come later:
///
/// - the gate was opened while a task waited to let time pass, or
/// - it was opened before that, but by another job, after the one that lets time pass became ready.
struct Agenda {
    /// The ready jobs, in the order in which they became ready; a slice drops the first one without moving the others.
    private(set) var jobs: ArraySlice<ReadyJob> = []
    private var lastJob = 0
    /// Jobs made ready by other threads, at a time that is not reproducible.
    var arrivals: [(job: UnownedJob, place: JobPlace)] = []
    /// The number of ready jobs of the main actor. As long as there are some, only the main actor runs jobs.
    private var mainActorJobs = 0
    /// The thread that currently runs jobs.
    var driver: ObjectIdentifier?
    /// Whether the test is over, so that its tasks go on without it.
    private(set) var isOver = false
    /// The number of the running job.
    var running: Int?
    /// Whether the running job is opening a gate.
    var isOpening = false
    /// Jobs that have to wait until the clock has woken its sleepers.
    private var heldBack: [ReadyJob] = []
    var chooser: Chooser
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    /// The alarms among the waits.
    var alarms = Heap<PauseLength, Alarm>()
    /// The tasks that resume when no other can go on.
    var idleObservers: [(continuation: CheckedContinuation<Void, Never>, letsTimePass: Bool)] = []

    init(chooser: Chooser) { self.chooser = chooser }

    /// Adds a job that the running one has made ready.
    mutating func add(_ job: UnownedJob, to place: JobPlace) {
        let job = number(job, place, opener: isOpening ? running : nil)
        if job.opener != nil, idleObservers.contains(where: \.letsTimePass), chooser.holdsBack() {
            heldBack.append(job)
        } else {
            jobs.append(job)
        }
    }

    mutating func takeArrivals() {
        for (job, place) in arrivals { jobs.append(number(job, place, opener: nil)) }
        arrivals = []
    }

    private mutating func number(_ job: UnownedJob, _ place: JobPlace, opener: Int?) -> ReadyJob {
        lastJob += 1
        if place == .mainActor { mainActorJobs += 1 }
        return ReadyJob(job: job, place: place, number: lastJob, opener: opener)
    }

    /// Ends the test.
    ///
    /// - Returns: The jobs that go on without it.
    mutating func end() -> [ReadyJob] {
        isOver = true
        letRacersGo()
        takeArrivals()
        mainActorJobs = 0
        defer { jobs = [] }
        return Array(jobs)
    }

    /// The number of the longest waiting jobs of which one runs next.
    private static var choiceLimit: Int { 1_000 }

    /// Whether the main actor has to run the next job.
    var needsMainActor: Bool { mainActorJobs > 0 && !jobs.isEmpty }

    /// Removes and returns the job to run next.
    ///
    /// - Parameter isOnMainActor: Whether the main actor is going to run the job.
    mutating func takeJob(isOnMainActor: Bool) -> ReadyJob? {
        guard !jobs.isEmpty, isOnMainActor || !needsMainActor else { return nil }
        let passing = chooser.choose(among: min(jobs.count, Self.choiceLimit))
        let job = jobs[jobs.startIndex + passing]
        // Only the jobs that wait longer move: a crowd behind them costs nothing.
        for place in (jobs.startIndex..<jobs.startIndex + passing).reversed() { jobs[place + 1] = jobs[place] }
        jobs.removeFirst()
        running = job.number
        if job.place == .mainActor { mainActorJobs -= 1 }
        return job
    }

    /// Holds back jobs that could have become ready after time has passed; called in the job that lets it pass.
    mutating func holdRacersBack() {
        guard let running else { return }
        let ready = jobs
        jobs = []
        for job in ready {
            let couldComeLater = job.opener != nil && job.opener != running && job.number > running
            if couldComeLater, chooser.holdsBack() { heldBack.append(job) } else { jobs.append(job) }
        }
    }

    /// Makes the jobs ready that were held back.
    mutating func letRacersGo() {
        jobs += heldBack
        heldBack = []
    }

    /// Removes and returns the observer that was the last to wait for idleness.
    ///
    /// An observer that waits for all other work also waits for the jobs held back, which are then made ready instead.
    mutating func takeObserver() -> CheckedContinuation<Void, Never>? {
        guard let last = idleObservers.last else { return nil }
        guard last.letsTimePass || heldBack.isEmpty else {
            letRacersGo()
            return nil
        }
        return idleObservers.removeLast().continuation
    }
}
