package import Foundation
package import Jobs

extension Entry {
    /// The line of a journal, a JSON object.
    ///
    /// - Parameter date: The time of the entry.
    package func line(at date: Date) -> String {
        var line = "{\"at\":\"\(date.formatted(Self.format))\",\"job\":\(Self.quoted(job))"
        line += ",\"event\":\"\(report.news.name)\",\"attempt\":\(report.attempt)"
        switch report.ending {
        case nil: break
        case .exited(let code)?: line += ",\"exit\":\(code)"
        case .signalled(let signal)?: line += ",\"signal\":\(signal)"
        case .notRun(let reason)?: line += ",\"error\":\(Self.quoted(reason))"
        }
        if case .retrying(because: let result, in: let pause) = report.news {
            line += ",\"because\":\"\(result.rawValue)\",\"in\":\(pause / .seconds(1))"
        }
        return line + "}"
    }

    private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.properties.generalCategory == .control:
                quoted += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension JobNews {
    /// The name in journals.
    var name: String {
        switch self {
        case .started: "started"
        case .retrying: "retrying"
        case .ended(let result): result.rawValue
        }
    }
}
