// The loop of a host can be driven in the frame of a sender, as far as nothing of the sender reaches an effect.

extension RunLoop {
    /// Processes the events that wait now, up to the first action or operation, without taking a turn.
    ///
    /// The number of these events bounds the work, so the limit of a turn does not apply. Events that arrive meanwhile
    /// are left to the task of the host.
    ///
    /// - Returns: `event` if nothing is left to do, anything else if the task of the host has to continue.
    @inlinable mutating func driveInFrame(on actor: (any Actor)?) -> Wait {
        intake.isInFrame = true
        defer {
            intake.isInFrame = false
            intake.mayTake = true
        }
        return drive(on: actor)
    }

    /// Whether an effect can begin now: not in the frame of a sender, nor in the caller's task if it needs another.
    @inlinable func mayBegin(_ work: Effect.Work, on actor: (any Actor)?) -> Bool {
        (!intake.isInFrame || T._actsInFrames) && (hasMoved || !work.nature.needsHost(isolation: actor))
    }
}
