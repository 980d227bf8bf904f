import Foundation
import Testing

@testable import WebHost

@Suite("JSON that is written")
struct JSONWriterTests {
    @Test("has members and elements in order, and separates them")
    func structure() {
        var json = JSONWriter()
        json.object { json in
            json.name("a")
            json.array { json in
                json.number(-1)
                json.array { $0.bool(true) }
                json.object { _ in }
                json.string("x")
            }
            json.name("b")
            json.string(nil)
        }
        #expect(String(decoding: json.data, as: UTF8.self) == #"{"a":[-1,[true],{},"x"],"b":null}"#)
    }

    @Test("says what was written, whatever characters that has")
    func texts() throws {
        let text = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init))) + "👩‍🌾"
        var json = JSONWriter()
        json.array { $0.string(text) }
        #expect(try JSONDecoder().decode([String].self, from: json.data) == [text])
    }
}

@Suite("What pages are told")
struct NoticeTests {
    @Test(
        "is JSON as the client reads it",
        arguments: [
            (
                Notice.welcome(session: "1a", isResumed: false, HTML { Element(.p, .class("value")) { "<" } }),
                #"{"session":"1a","resumed":false,"html":"<p class=\"value\">&lt;</p>"}"#
            ),
            (.scene(HTML { "a" }), #"{"html":"a"}"#),
            (
                .patch(
                    ElementPatch(
                        attributes: ["id": "x", "class": nil], arrangement: [.kept(1..<3), .new([.text("n")])],
                        within: [10: .text("t"), 2: .element(ElementPatch(within: [0: .replacement(.text("r"))]))])),
                #"{"patch":{"a":{"class":null,"id":"x"},"o":[[1,2],"n"],"c":{"2":{"c":{"0":{"h":"r"}}},"10":{"t":"t"}}}}"#
            ),
        ])
    func json(notice: Notice, expected: String) {
        #expect(String(decoding: notice.encoded(), as: UTF8.self) == expected)
    }
}
