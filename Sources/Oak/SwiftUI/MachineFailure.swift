#if canImport(SwiftUI)
    public import Foundation
    public import SwiftUI

    extension View {
        /// Shows another view in place of each `TransducerView` within this one whose machine has failed.
        ///
        /// ```swift
        /// struct SafeView: View {
        ///     var body: some View {
        ///         TransducerView(of: Counter.self, initialState: Counter.State()) { state, input in
        ///             Button("Count: \(state.count)") { input(.increment) }
        ///         }
        ///         .machineFailure { error, restart in
        ///             Text("No count at the moment: \(error)")
        ///             Button("Try again", action: restart)
        ///         }
        ///     }
        /// }
        /// ```
        ///
        /// Starting again begins the machine in its initial state, or in the state that a binding has, with the
        /// arguments of the latest evaluation. In place of a proxy that has driven a run, the machine gets a proxy of
        /// its own.
        ///
        /// - Parameter content: A view builder that shows an error, and a function that starts the machine again.
        /// - Returns: This view, which hands the builder to the views within it.
        public func machineFailure<Content: View>(
            @ViewBuilder content: @escaping (_ error: any Error, _ restart: @escaping @MainActor () -> Void) -> Content
        ) -> some View {
            environment(\.machineFailure) { error, restart in AnyView(content(error, restart)) }
        }
    }

    extension EnvironmentValues {
        /// Shows the error of a machine, given the means to start it again.
        var machineFailure: ((any Error, @escaping @MainActor () -> Void) -> AnyView)? {
            get { self[MachineFailureKey.self] }
            set { self[MachineFailureKey.self] = newValue }
        }
    }

    private enum MachineFailureKey: EnvironmentKey {
        static var defaultValue: ((any Error, @escaping @MainActor () -> Void) -> AnyView)? { nil }
    }

    // MARK: - Errors as text

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
