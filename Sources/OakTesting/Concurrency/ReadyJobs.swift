/// A ready job, with the facts that tell whether it could have become ready later.
struct ReadyJob {
    let job: UnownedJob
    /// Numbers jobs in the order in which they became ready.
    let number: Int
    /// The job that released this one by opening a gate, if one did.
    let opener: Int?
}

/// The ready jobs, in the order in which they became ready.
///
/// They are stored in portions, so removing one from the middle moves only the rest of its portion.
struct ReadyJobs {
    private static var portion: Int { 256 }

    private var portions: [[ReadyJob]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ job: ReadyJob) {
        if let last = portions.last, last.count < Self.portion {
            portions[portions.count - 1].append(job)
        } else {
            portions.append([job])
        }
        count += 1
    }

    mutating func append(contentsOf jobs: [ReadyJob]) {
        for job in jobs { append(job) }
    }

    /// Removes and returns one job.
    ///
    /// - Parameter passing: The number of older jobs that stay.
    mutating func remove(passing: Int) -> ReadyJob {
        var (index, rest) = (0, passing)
        while rest >= portions[index].count {
            rest -= portions[index].count
            index += 1
        }
        count -= 1
        let job = portions[index].remove(at: rest)
        if portions[index].isEmpty { portions.remove(at: index) }
        return job
    }

    /// Removes and returns the jobs that satisfy a condition, in their order.
    mutating func removeAll(where isWanted: (ReadyJob) -> Bool) -> [ReadyJob] {
        var (removed, kept): ([ReadyJob], [ReadyJob]) = ([], [])
        for job in portions.joined() { if isWanted(job) { removed.append(job) } else { kept.append(job) } }
        guard !removed.isEmpty else { return [] }
        portions = []
        count = 0
        append(contentsOf: kept)
        return removed
    }
}
