public import Jobs

/// The JSON format of plans.
///
/// ```json
/// {
///     "parallel": 4,
///     "jobs": {
///         "fetch": {"run": "git pull", "retries": 2},
///         "build": {"run": "make", "after": ["fetch"], "timeout": 30}
///     }
/// }
/// ```
public enum JobFile {
    /// Reads a plan.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - name: The name of the file, for messages.
    ///   - parallel: The number of jobs that run at the same time if the file does not set it.
    /// - Returns: The plan.
    /// - Throws: All mistakes in the file.
    /// - Complexity: O(*n*), where *n* is the size of the file.
    public static func plan(of bytes: [UInt8], named name: String, parallel: Int) throws(UnusableFile) -> Plan {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: bytes)
        } catch {
            throw UnusableFile(name, bytes, [error])
        }
        var reader = PlanReader(parallel: parallel)
        reader.read(value)
        do {
            guard reader.faults.isEmpty else { throw UnusableFile(name, bytes, reader.faults) }
            return try Plan(parallel: reader.parallel, jobs: reader.jobs.map { ($0.name, $0.job) })
        } catch let fault as PlanFault {
            throw UnusableFile(name, bytes, [reader.located(fault)])
        } catch let error as UnusableFile {
            throw error
        } catch {
            throw UnusableFile(name, bytes, [FileFault(at: 0, "\(error)")])
        }
    }
}
