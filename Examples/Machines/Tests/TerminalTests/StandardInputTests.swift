import Foundation
import OakTesting
import Testing

@testable import Terminal

@Suite("Reading lines")
struct StandardInputTests {
    let pipe = Pipe()

    func write(_ text: String) throws {
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func batches() -> AsyncStream<[String]> {
        StandardInput.lines(of: pipe.fileHandleForReading.fileDescriptor)
    }

    @Test("Lines that arrive together are read together, with or without a final newline")
    func lines() async throws {
        var batches = batches().makeAsyncIterator()
        try write("a\nb\r\n\nc")
        #expect(await batches.next() == ["a", "b", ""])
        try write("d\ne")
        #expect(await batches.next() == ["cd"])
        try pipe.fileHandleForWriting.close()
        #expect(await batches.next() == ["e"])
        #expect(await batches.next() == nil)
    }

    @Test("A line without an end is read in parts, and invalid UTF-8 is replaced")
    func oddBytes() async throws {
        var batches = batches().makeAsyncIterator()
        try pipe.fileHandleForWriting.write(contentsOf: Data([0xFF, 0x61, 0x0A]))
        #expect(await batches.next() == ["\u{FFFD}a"])
        let long = String(repeating: "x", count: LineBuffer.longestLine)
        let writing = Task { [self] in
            try write(long + "y")
            try pipe.fileHandleForWriting.close()
        }
        var text = ""
        var count = 0
        while let lines = await batches.next() {
            count += lines.count
            text += lines.joined()
        }
        try await writing.value
        #expect(text == long + "y")
        #expect(count <= 2)
    }

    @Test("A cancelled reader stops waiting for a line")
    func cancellation() async throws {
        let batches = batches()
        let heard = [Gate<Void>("the first line"), Gate<Void>("the second line")]
        let reading = Task {
            var count = 0
            for await _ in batches {
                if count < heard.count { heard[count].open() }
                count += 1
            }
            // A gate that is still closed here was missed by the reader.
            for gate in heard { gate.open(throwing: CancellationError()) }
            return count
        }
        // A reader that has heard two lines, one after the other, waits for a third.
        for gate in heard {
            try write("line\n")
            try await gate.wait()
        }
        reading.cancel()
        #expect(await reading.value == 2)
        // The other end is open to the last.
        try pipe.fileHandleForWriting.close()
    }

    @Test("An unreadable input has no lines")
    func unreadable() async {
        for await batch in StandardInput.lines(of: -1) { Issue.record("read \(batch)") }
    }
}
