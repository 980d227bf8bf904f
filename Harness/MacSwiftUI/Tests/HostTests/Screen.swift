import AppKit
import Foundation
import SwiftUI

/// A window with a view, operated through its accessibility elements.
///
/// It takes the place of the screen of the model, so that the same tests hold for both.
@MainActor
final class Screen {
    struct NotFound: Error {
        let label: String
        let buttons: [String]
    }

    private let window: NSWindow

    init(_ view: some View) {
        NSApplication.shared.setActivationPolicy(.accessory)
        window = NSWindow(
            contentRect: NSRect(x: 0, y: 0, width: 600, height: 800), styleMask: [.titled, .closable],
            backing: .buffered, defer: false)
        window.isReleasedWhenClosed = false
        window.contentView = NSHostingView(rootView: view)
        window.orderFrontRegardless()
        update()
    }

    /// Removes everything.
    func close() {
        window.contentView = NSView()
        window.close()
        pass()
    }

    /// Lets SwiftUI evaluate what has changed.
    func update() {
        window.contentView?.layoutSubtreeIfNeeded()
        pass()
    }

    /// Waits until a condition holds, or until the task is cancelled, as when a test takes too long.
    func wait(until condition: (Screen) -> Bool) async {
        while !condition(self), !Task.isCancelled {
            update()
            await Task.yield()
        }
    }

    /// The visible texts, in order.
    var texts: [String] {
        update()
        return elements(of: .staticText).compactMap { $0.accessibilityValue() as? String ?? $0.accessibilityLabel() }
    }

    /// The labels of the buttons, in order.
    var buttons: [String] { elements(of: .button).map(label) }

    /// The labels of the text fields, in order.
    var fields: [String] { elements(of: .textField).map(label) }

    /// The presentation on top of the window, if any: the title of an alert, and `sheet` for a sheet.
    var presentations: [String] {
        guard let sheet = window.attachedSheet else { return [] }
        return [sheet.title.isEmpty ? "sheet" : sheet.title]
    }

    /// The text in a field.
    func text(in label: String) throws -> String {
        update()
        return try field(label).accessibilityValue() as? String ?? ""
    }

    /// Puts a text into a field, as if it had been typed.
    func type(_ text: String, into label: String) throws {
        update()
        try field(label).setAccessibilityValue(text)
        update()
    }

    private func field(_ label: String) throws -> any NSAccessibilityProtocol {
        guard let field = elements(of: .textField).first(where: { self.label(of: $0) == label }) else {
            throw NotFound(label: label, buttons: fields)
        }
        return field
    }

    /// Presses a button.
    func tap(_ label: String) throws {
        update()
        try press { $0 == label }
        update()
    }

    /// Goes back in a navigation stack.
    func back() throws {
        try press { $0.hasSuffix("Back") || $0.hasSuffix("back") }
        update()
    }

    /// Dismisses the sheet, as the escape key does.
    func dismissSheet() throws {
        guard let sheet = window.attachedSheet else { throw NotFound(label: "a sheet", buttons: []) }
        sheet.cancelOperation(nil)
        update()
    }

    private func press(where isMeant: (String) -> Bool) throws {
        let buttons = elements(of: .button)
        guard let button = buttons.first(where: { isMeant(label(of: $0)) }), button.accessibilityPerformPress() else {
            throw NotFound(label: "a button", buttons: self.buttons)
        }
    }

    private func label(of element: any NSAccessibilityProtocol) -> String {
        let labels = [
            element.accessibilityLabel(), element.accessibilityTitle(), element.accessibilityPlaceholderValue(),
        ]
        return labels.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
    }

    /// The accessibility elements of a kind in the window and its sheet, in order.
    private func elements(of role: NSAccessibility.Role) -> [any NSAccessibilityProtocol] {
        var found: [any NSAccessibilityProtocol] = []
        var ahead: [Any] = [window]
        if let sheet = window.attachedSheet { ahead.append(sheet) }
        while let next = ahead.popLast() {
            guard let element = next as? any NSAccessibilityProtocol else { continue }
            if element.accessibilityRole() == role { found.append(element) }
            ahead += (element.accessibilityChildren() ?? []).reversed()
        }
        return found
    }

    /// Lets the run loop handle what is due now.
    private func pass() { RunLoop.main.run(mode: .default, before: Date()) }
}
