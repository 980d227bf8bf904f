package import Oak

extension Alphabet {
    /// Whether an event of an effect, as its last or while it goes on, is declared.
    package func declares(_ event: Machine.Event, of sender: EffectID, asLast isLast: Bool) -> Bool {
        let text = sourceText(of: event)
        return answers.contains { answer in
            answer.sender == sender
                && answer.events.contains { $0.isLast == isLast && sourceText(of: $0.event) == text }
        }
    }

    /// Whether an effect is declared to return without an event.
    package func declaresSilence(of sender: EffectID) -> Bool {
        answers.contains { $0.sender == sender && $0.ends }
    }

    /// Whether an effect is declared to throw errors.
    package func declaresErrors(of sender: EffectID) -> Bool {
        answers.contains { $0.sender == sender && !$0.fails.isEmpty }
    }
}
