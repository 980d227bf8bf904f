import Foundation

/// The visible part of a view, as far as a test can see it.
@MainActor
enum Element {
    case text(String)
    case button(action: () -> Void)
    case field(label: String, text: Binding<String>)
    case toggle(isOn: Binding<Bool>)
    /// A choice among the tagged views within it.
    case choice(select: (AnyHashable) -> Void, isSelected: (AnyHashable) -> Bool)
    /// One of the views to choose from.
    case tag(AnyHashable)
    case progress(fraction: Double?)
    case title(String)
    /// Covers the content behind it until it is dismissed.
    case presentation(Presentation)
    case stack(NavigationPlace)
    /// Hears of addresses that are opened.
    case addressee((URL) -> Void)
}

/// A sheet or an alert.
@MainActor
final class Presentation {
    enum Kind { case sheet, alert }

    let kind: Kind
    let title: String?
    /// Dismissed by the user, as by a swipe.
    let dismiss: () -> Void

    init(_ kind: Kind, title: String?, dismiss: @escaping () -> Void) {
        self.kind = kind
        self.title = title
        self.dismiss = dismiss
    }
}

extension Node {
    var presentation: Presentation? {
        if case .presentation(let presentation) = element { presentation } else { nil }
    }

    var text: String? {
        if case .text(let text) = element { text } else { nil }
    }

    var isEnabledButton: Bool {
        if case .button = element { environment.isEnabled } else { false }
    }

    /// The texts within it.
    var label: String { visible.compactMap(\.text).joined(separator: " ") }
}
