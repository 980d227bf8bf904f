import Jobs

/// Turns JSON into jobs, and collects all mistakes.
struct PlanReader {
    struct Found {
        let name: String
        let offset: Int
        var job: JobPlan
        /// The names of the dependencies, with their positions.
        var dependencies: [(name: String, offset: Int)] = []
    }

    private(set) var parallel: Int
    private(set) var jobs: [Found] = []
    private(set) var faults: [FileFault] = []

    init(parallel: Int) { self.parallel = parallel }

    mutating func read(_ value: JSONValue) {
        guard case .object(let members) = value.content else {
            return note(value.offset, "the file is \(value.description), but has to be an object with the key \"jobs\"")
        }
        var hasJobs = false
        for member in unique(members, in: "the file") {
            switch member.name {
            case "parallel":
                if let number = wholeNumber(member.value, of: "\"parallel\"", atLeast: 1) { parallel = number }
            case "jobs":
                hasJobs = true
                readJobs(member.value)
            default: noteUnknown(member, in: "the file", known: ["parallel", "jobs"])
            }
        }
        if !hasJobs { note(value.offset, "the key \"jobs\" is missing") }
        noteMissingDependencies()
        faults.sort { $0.offset < $1.offset }
    }

    private mutating func readJobs(_ value: JSONValue) {
        guard case .object(let members) = value.content else {
            return note(
                value.offset,
                "\"jobs\" is \(value.description), but has to be an object: {\"NAME\": {\"run\": \"COMMAND\"}}")
        }
        for member in unique(members, in: "\"jobs\"") { readJob(member) }
    }

    private mutating func readJob(_ member: JSONValue.Member) {
        let name = member.name
        let place = "job \(name.debugDescription)"
        if let fault = Self.fault(ofName: name) { note(member.offset, "\(place) has a name that \(fault)") }
        guard case .object(let members) = member.value.content else {
            return note(
                member.value.offset,
                "\(place) is \(member.value.description), but has to be an object: {\"run\": \"COMMAND\"}")
        }
        var found = Found(name: name, offset: member.offset, job: JobPlan(""))
        var hasCommand = false
        for member in unique(members, in: place) {
            let key = "\"\(member.name)\" of \(place)"
            switch member.name {
            case "run":
                hasCommand = true
                if let command = command(member.value, of: key) { found.job.command = command }
            case "after": found.dependencies = names(member.value, of: key)
            case "timeout":
                if let timeout = seconds(member.value, of: key, zeroIsFine: false) { found.job.timeout = timeout }
            case "retries":
                if let retries = wholeNumber(member.value, of: key, atLeast: 0) { found.job.retries = retries }
            case "backoff":
                if let backoff = seconds(member.value, of: key, zeroIsFine: true) { found.job.backoff = backoff }
            default: noteUnknown(member, in: place, known: ["run", "after", "timeout", "retries", "backoff"])
            }
        }
        if !hasCommand { note(member.value.offset, "\(place) has no command: the key \"run\" is missing") }
        found.job.dependencies = found.dependencies.map(\.name)
        jobs.append(found)
    }

    private mutating func noteMissingDependencies() {
        let names = Set(jobs.map(\.name))
        for job in jobs {
            for dependency in job.dependencies where !names.contains(dependency.name) {
                let names = (job.name.debugDescription, dependency.name.debugDescription)
                note(dependency.offset, "job \(names.0) waits for \(names.1), and there is no such job")
            }
        }
    }

    /// A mistake in a plan, with its position.
    func located(_ fault: PlanFault) -> FileFault {
        switch fault {
        case .nameOccursTwice(let name), .dependencyIsMissing(_, of: let name):
            FileFault(at: jobs.last { $0.name == name }?.offset ?? 0, "\(fault)")
        case .jobsWaitForOneAnother(let names):
            FileFault(
                at: jobs.first { $0.name == names.first }?.offset ?? 0,
                names.count == 1
                    ? "job \"\(names[0])\" waits for itself"
                    : "jobs wait for one another in a circle: "
                        + (names + names.prefix(1)).map(\.debugDescription).joined(separator: " waits for "))
        }
    }
}

// MARK: - Values

extension PlanReader {
    private mutating func note(_ offset: Int, _ message: String) { faults.append(FileFault(at: offset, message)) }

    private mutating func noteUnknown(_ member: JSONValue.Member, in place: String, known: [String]) {
        let keys = known.map(\.debugDescription).joined(separator: ", ")
        note(member.offset, "\(place) has the unknown key \(member.name.debugDescription); there are \(keys)")
    }

    /// The members of an object without repeated names, which are reported.
    private mutating func unique(_ members: [JSONValue.Member], in place: String) -> [JSONValue.Member] {
        var names: Set<String> = []
        return members.filter { member in
            let isNew = names.insert(member.name).inserted
            if !isNew { note(member.offset, "\(place) has the key \(member.name.debugDescription) twice") }
            return isNew
        }
    }

    /// The mistake in the name of a job, which is shown in lines and typed in commands; `nil` for a valid name.
    static func fault(ofName name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "has a control character in it"
        }
        if name.first?.isWhitespace == true || name.last?.isWhitespace == true { return "begins or ends with a space" }
        return nil
    }

    private mutating func command(_ value: JSONValue, of key: String) -> String? {
        guard case .string(let command) = value.content else {
            note(value.offset, "\(key) is \(value.description), but has to be a command in quotes")
            return nil
        }
        if command.allSatisfy(\.isWhitespace) {
            note(value.offset, "\(key) is empty")
        } else if command.unicodeScalars.contains("\0") {
            note(value.offset, "\(key) has a zero character in it, which no command can have")
        }
        return command
    }

    private mutating func names(_ value: JSONValue, of key: String) -> [(name: String, offset: Int)] {
        guard case .array(let elements) = value.content else {
            note(value.offset, "\(key) is \(value.description), but has to be a list of names")
            return []
        }
        return elements.compactMap { element in
            guard case .string(let name) = element.content else {
                note(element.offset, "\(key) has \(element.description) in it, but has to be a list of names")
                return nil
            }
            return (name, element.offset)
        }
    }

    private mutating func wholeNumber(_ value: JSONValue, of key: String, atLeast least: Int) -> Int? {
        if case .number(let number) = value.content, let whole = Int(exactly: number),
            (least...1_000_000).contains(whole)
        {
            return whole
        }
        note(value.offset, "\(key) has to be a whole number from \(least) to 1000000")
        return nil
    }

    private mutating func seconds(_ value: JSONValue, of key: String, zeroIsFine: Bool) -> Duration? {
        if case .number(let number) = value.content, number >= 0, zeroIsFine || number > 0, number <= 1e9 {
            return .seconds(number)
        }
        note(
            value.offset,
            "\(key) has to be a number of seconds, \(zeroIsFine ? "zero or more" : "more than zero") and up to 1e9")
        return nil
    }
}
