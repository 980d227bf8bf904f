import Foundation
import Testing

@Suite("The documentation of the web host")
struct DocumentationTests {
    @Test("The sample in the README is the compiled code")
    func sample() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: here.appending(path: "Turnstile.swift"), encoding: .utf8)
        let readme = try String(contentsOf: here.appending(path: "../../../README.md").standardized, encoding: .utf8)
        #expect(readme.contains("```swift\n" + code + "```"))
    }

    @Test("The files that the README links to exist")
    func links() throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let links = readme.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: package.appending(path: link).path), "\(link)")
        }
    }
}
