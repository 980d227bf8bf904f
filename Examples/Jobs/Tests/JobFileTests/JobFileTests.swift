import Jobs
import Testing

@testable import JobFile

@Suite("A file of jobs")
struct JobFileTests {
    static func plan(_ text: String) throws(UnusableFile) -> Plan {
        try JobFile.plan(of: Array(text.utf8), named: "jobs.json", parallel: 7)
    }

    /// The problems of a file, with their places.
    static func problems(_ text: String) -> [String] {
        do {
            _ = try plan(text)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("A plan has everything that its file contains, in order")
    func everything() throws {
        let plan = try Self.plan(
            """
            {"parallel": 4, "jobs": {
                "build": {"run": "make", "after": ["fetch"], "timeout": 30, "retries": 2, "backoff": 0.25},
                "fetch": {"run": "git pull"}
            }}
            """)
        #expect(plan.parallel == 4)
        #expect(plan.names == ["build", "fetch"])
        #expect(
            plan.jobs["build"]
                == JobPlan("make", after: ["fetch"], timeout: .seconds(30), retries: 2, backoff: .seconds(0.25)))
    }

    @Test("Every key except the command is optional")
    func defaults() throws {
        let plan = try Self.plan(#"{"jobs": {"fetch": {"run": "git pull"}}}"#)
        #expect(plan.parallel == 7)
        #expect(plan.jobs["fetch"] == JobPlan("git pull", timeout: nil, retries: 0, backoff: .milliseconds(500)))
        #expect(try Self.plan(#"{"jobs": {}}"#).names == [])
    }

    @Test("An unknown or repeated key is reported with its place and its job")
    func keys() {
        #expect(
            Self.problems("{\"jobs\": {\n  \"a\": {\"run\": \"x\", \"retrys\": 1}}}")
                == [
                    #"2:21: job "a" has the unknown key "retrys"; "#
                        + #"there are "run", "after", "timeout", "retries", "backoff""#
                ])
        #expect(
            Self.problems(#"{"job": {}, "jobs": {}}"#)
                == [#"1:2: the file has the unknown key "job"; there are "parallel", "jobs""#])
        #expect(
            Self.problems(#"{"jobs": {"a": {"run": "x"}, "a": {"run": "y"}}}"#)
                == [#"1:30: "jobs" has the key "a" twice"#])
        #expect(
            Self.problems(#"{"jobs": {"a": {"run": "x", "run": "y"}}}"#) == [#"1:29: job "a" has the key "run" twice"#])
    }

    @Test("A missing dependency is reported, and a cycle is reported with all its jobs")
    func dependencies() {
        #expect(
            Self.problems(#"{"jobs": {"a": {"run": "x", "after": ["b", "c"]}, "b": {"run": "x"}}}"#)
                == [#"1:44: job "a" waits for "c", and there is no such job"#])
        #expect(
            Self.problems(
                """
                {"jobs": {
                "a": {"run": "x"}, "b": {"run": "x", "after": ["a", "c"]},
                "c": {"run": "x", "after": ["d"]}, "d": {"run": "x", "after": ["b"]}}}
                """)
                == [#"2:20: jobs wait for one another in a circle: "b" waits for "c" waits for "d" waits for "b""#])
        #expect(
            Self.problems(#"{"jobs": {"a": {"run": "x", "after": ["a"]}}}"#) == [#"1:11: job "a" waits for itself"#])
    }

    @Test(
        "A value of the wrong kind is reported with its key and its job",
        arguments: [
            (#""run": 1"#, #""run" of job "a" is a number, but has to be a command in quotes"#),
            (#""run": " ""#, #""run" of job "a" is empty"#),
            (#""run": "a\u0000b""#, #""run" of job "a" has a zero character in it, which no command can have"#),
            (#""after": "b""#, #""after" of job "a" is a text, but has to be a list of names"#),
            (#""after": [null]"#, #""after" of job "a" has null in it, but has to be a list of names"#),
            (#""timeout": 0"#, #""timeout" of job "a" has to be a number of seconds, more than zero and up to 1e9"#),
            (#""timeout": "1""#, #""timeout" of job "a" has to be a number of seconds, more than zero and up to 1e9"#),
            (#""retries": -1"#, #""retries" of job "a" has to be a whole number from 0 to 1000000"#),
            (#""retries": 1.5"#, #""retries" of job "a" has to be a whole number from 0 to 1000000"#),
            (#""retries": true"#, #""retries" of job "a" has to be a whole number from 0 to 1000000"#),
            (#""backoff": -0.1"#, #""backoff" of job "a" has to be a number of seconds, zero or more and up to 1e9"#),
        ])
    func kinds(_ member: String, _ problem: String) {
        let isCommand = member.hasPrefix(#""run""#)
        let problems = Self.problems(#"{"jobs": {"a": {"# + member + (isCommand ? "" : #", "run": "x""#) + "}}}")
        #expect(problems.count == 1)
        #expect(problems.first?.hasSuffix(": " + problem) == true, "\(problems)")
    }

    @Test(
        "A file that is not an object with jobs is reported",
        arguments: [
            ("[]", #"1:1: the file is a list, but has to be an object with the key "jobs""#),
            ("{}", #"1:1: the key "jobs" is missing"#),
            (#"{"jobs": []}"#, #"1:10: "jobs" is a list, but has to be an object: {"NAME": {"run": "COMMAND"}}"#),
            (#"{"jobs": {"a": "x"}}"#, #"1:16: job "a" is a text, but has to be an object: {"run": "COMMAND"}"#),
            (#"{"jobs": {"a": {}}}"#, #"1:16: job "a" has no command: the key "run" is missing"#),
            (#"{"jobs": {"": {"run": "x"}}}"#, #"1:11: job "" has a name that is empty"#),
            (#"{"jobs": {" a": {"run": "x"}}}"#, #"1:11: job " a" has a name that begins or ends with a space"#),
            (
                #"{"jobs": {"a\nb": {"run": "x"}}}"#,
                #"1:11: job "a\nb" has a name that has a control character in it"#
            ),
            (#"{"parallel": 0, "jobs": {}}"#, #"1:14: "parallel" has to be a whole number from 1 to 1000000"#),
        ])
    func shapes(_ text: String, _ problem: String) { #expect(Self.problems(text) == [problem]) }

    @Test("All problems are reported in the order of the file, up to a limit")
    func many() {
        let jobs = (1...30).map { "\"\($0)\": {}" }.joined(separator: ",\n")
        #expect(throws: UnusableFile.self) { try Self.plan("{\"jobs\": {\(jobs)}}") }
        do {
            _ = try Self.plan("{\"jobs\": {\(jobs)}}")
        } catch {
            #expect(error.problems.map(\.line) == Array(1...20))
            #expect(error.furtherProblems == 10)
            #expect(error.description.hasSuffix("jobs.json: and 10 more"))
        }
    }
}

@Suite("A text in JSON")
struct JSONTests {
    @Test(
        "Text that is not JSON is reported with its place",
        arguments: [
            ("", "1:1: the file is empty"),
            (" \n ", "2:2: the file is empty"),
            ("{", "1:2: the file ends where a key in quotes is expected"),
            ("{\n\"jobs\" 1}", "2:8: \"1\" stands where \":\" is expected"),
            ("{\"jobs\": {},}", "1:13: \"}\" stands where a key in quotes is expected"),
            ("{\"jobs\": {}", "1:12: the file ends where \",\" or \"}\" is expected"),
            ("[1 2]", "1:4: \"2\" stands where \",\" or \"]\" is expected"),
            ("{} {}", "1:4: \"{\" stands where the end of the file is expected"),
            ("\"ü\" x", "1:5: \"x\" stands where the end of the file is expected"),
            ("\"a", "1:3: the file ends where the closing quote of a text is expected"),
            (
                "\"a\nb\"",
                "1:3: a text has a line break or another control character in it; write it as an escape, such as \\n"
            ),
            (#""\x""#, "1:2: no escape begins like this; a backslash is written as \\\\"),
            (#""\u12G4""#, "1:4: four hexadecimal digits follow \\u"),
            (#""\ud800""#, "1:2: half of a surrogate pair stands alone"),
            (#""\ud800\u0041""#, "1:2: half of a surrogate pair stands alone"),
            ("tru", "1:1: \"t\" stands where a value is expected"),
            ("ä", "1:1: a character that is not ASCII stands where a value is expected"),
            ("01", "1:2: \"1\" stands where the end of the file is expected"),
            ("-", "1:2: the file ends where a digit is expected"),
            ("1.", "1:3: the file ends where a digit is expected"),
            ("1e999", "1:1: the number is too large"),
            (
                String(repeating: "[", count: 100_000),
                "1:65: lists and objects are too deep within each other"
            ),
        ])
    func faults(_ text: String, _ problem: String) { #expect(JobFileTests.problems(text) == [problem]) }

    @Test("Bytes that are not UTF-8 are reported")
    func encoding() {
        #expect(throws: UnusableFile.self) { try JobFile.plan(of: [0x7B, 0xFF, 0x7D], named: "x", parallel: 1) }
    }

    @Test("Escapes are decoded, and a leading byte order mark is skipped")
    func escapes() throws {
        let text = "\u{FEFF}" + #"{"jobs": {"\ud83d\ude00\u00e9\/": {"run": "a\"b\\c\b\f\n\r\t"}}}"#
        let plan = try JobFileTests.plan(text)
        #expect(plan.names == ["😀é/"])
        #expect(plan.jobs["😀é/"]?.command == "a\"b\\c\u{8}\u{C}\n\r\t")
    }
}
