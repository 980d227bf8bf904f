#if canImport(SwiftUI)
    import SwiftUI

    /// The value of a counter, in large digits.
    struct ValueText: View {
        let value: Int

        var body: some View {
            Text("\(value)")
                .font(.largeTitle.monospacedDigit())
                .accessibilityLabel("Value \(value)")
        }
    }
#endif
