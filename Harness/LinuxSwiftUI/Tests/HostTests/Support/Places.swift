import SwiftUI

/// Something that can be covered by something else.
struct Covering<Content: View>: View {
    @ViewBuilder let content: Content

    var body: some View {
        NavigationStack {
            VStack {
                content
                NavigationLink("Cover", value: 0)
            }
            .navigationDestination(for: Int.self) { _ in Text("cover") }
        }
    }
}

/// Something that is covered by something else from the beginning.
struct Deep<Content: View>: View {
    @ViewBuilder let content: Content
    @SwiftUI.State private var path = [0]

    var body: some View {
        NavigationStack(path: $path) {
            content.navigationDestination(for: Int.self) { _ in Text("deep") }
        }
    }
}

/// Something that is there or not.
struct Switch<Content: View>: View {
    @ViewBuilder let content: () -> Content
    @SwiftUI.State private var isThere = true

    var body: some View {
        if isThere { content() }
        Button("Switch") { isThere.toggle() }
    }
}

/// Something with an id, which can be changed.
struct Numbered<Content: View>: View {
    @ViewBuilder let content: () -> Content
    @SwiftUI.State private var number = 0

    var body: some View {
        content().id(number)
        Button("Next") { number += 1 }
    }
}

/// Something that is evaluated as often as one likes.
struct Evaluated<Content: View>: View {
    /// Makes the content; given how often it was evaluated before.
    @ViewBuilder let content: (Int) -> Content
    @SwiftUI.State private var evaluations = 0

    var body: some View {
        content(evaluations)
        Button("Evaluate") { evaluations += 1 }
    }
}
