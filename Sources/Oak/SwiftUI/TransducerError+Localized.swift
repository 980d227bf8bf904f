#if canImport(SwiftUI)
    public import Foundation

    extension TransducerError: LocalizedError {
        /// The problem, as a sentence.
        public var errorDescription: String? { "\(explanation.problem)." }

        /// A remedy, as a sentence; `nil` if there is none.
        public var recoverySuggestion: String? {
            let advice = explanation.advice
            return advice.isEmpty ? nil : "\(advice.prefix(1).uppercased())\(advice.dropFirst())."
        }
    }
#endif
