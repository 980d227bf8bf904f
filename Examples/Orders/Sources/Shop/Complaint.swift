import Foundation

/// The reason why a program cannot do its work.
package struct Complaint: Error, CustomStringConvertible {
    package let description: String

    /// Creates a complaint.
    ///
    /// - Parameter description: A sentence that says what to do.
    package init(_ description: String) { self.description = description }
}

/// Prints a line at once, so that it is read even if the output is a pipe, or the process is killed right after.
package func printLine(_ line: String) {
    print(line)
    fflush(nil)
}
