#if canImport(SwiftUI)
    public import Foundation

    extension TransducerError: LocalizedError {
        /// What has happened, as a sentence.
        public var errorDescription: String? { "\(explanation.problem)." }

        /// What to do about it, as a sentence; `nil` if there is nothing to do.
        public var recoverySuggestion: String? {
            let advice = explanation.advice
            return advice.isEmpty ? nil : "\(advice.prefix(1).uppercased())\(advice.dropFirst())."
        }
    }
#endif
