import Foundation
import Oak

extension InstanceLink {
    /// Carries out an operation of an activity, as soon as there is a place for it, and tells the observer.
    ///
    /// - Parameters:
    ///   - key: The key of the operation.
    ///   - activity: The activity.
    ///   - operation: The operation, which finds the key in a task-local value.
    /// - Returns: The answer of the operation.
    func carryOut<Answer>(
        _ key: IdempotencyKey, _ activity: ActivityName, _ operation: () async throws -> Answer
    ) async throws -> Answer {
        let place = OperationPlace(of: key, activity, self)
        do {
            try await place.take()
            // The attempts of an operation in a composition begin anew with the process.
            let answer = try await Attempts.$record.withValue(key.position.isEmpty ? place : nil) {
                try await carryOutAtOnce(key, activity.isRepetition, operation)
            }
            await place.giveBack()
            return answer
        } catch {
            await place.giveBack()
            guard error is PostponedActivity else { throw error }
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
    }

    private func carryOutAtOnce<Answer>(
        _ key: IdempotencyKey, _ isRepetition: Bool, _ operation: () async throws -> Answer
    ) async throws -> Answer {
        let (work, reporter) = (host.work, host.reporter)
        // The macrostep that has left the activity may have come before its beginning.
        defer { if Task.isCancelled { work.end(key.activity, number: key.number, of: run) } }
        reporter.report(.activityBegan(key, isRepetition: isRepetition))
        do {
            let activity = DurableActivity(instance: name, key: key, fencingToken: fencingToken)
            let answer = try await DurableActivity.$current.withValue(activity) {
                guard let traced = host.traced else { return try await operation() }
                return try await traced.perform(
                    key, isRepetition: isRepetition, generation: fencingToken, operation)
            }
            reporter.report(.activityEnded(key, nil))
            return answer
        } catch {
            reporter.report(.activityEnded(key, Task.isCancelled ? CancellationError() : error))
            // It has asked the host, which answers no more.
            guard work.isDraining, error as? DurableError == .hostNotOpen else { throw error }
            work.end(key.activity, number: key.number, of: run)
            throw PostponedActivity()
        }
    }
}
