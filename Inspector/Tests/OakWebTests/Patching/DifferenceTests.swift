import Foundation
import OakTesting
import Testing

@testable import OakWeb

@Suite("A notice turns the scene that a page shows into the next one")
struct DifferenceTests {
    private static func scenes(seed: UInt64) -> (old: HTML, new: HTML) {
        var random = SeededGenerator(seed: seed)
        let plan = Plan.random(using: &random)
        let other = seed % 4 == 0 ? Plan.random(using: &random) : plan.changed(using: &random)
        return (plan.html, other.html)
    }

    private static func decode(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func page(_ html: HTML) -> DocumentNode {
        let scene = DocumentNode(tag: "main")
        scene.children = DocumentNode.parse(html.markup)
        return scene
    }

    @Test("A patch turns any scene into any other")
    func patches() throws {
        for seed: UInt64 in 1...400 {
            let (old, new) = Self.scenes(seed: seed)
            let scene = Self.page(old)
            if let patch = old.difference(to: new) {
                let notice = try Self.decode(Notice.patch(patch).encoded())
                scene.apply(try #require(notice["patch"] as? [String: Any]))
            }
            try #require(scene.description == Self.page(new).description, "seed \(seed)")
        }
    }

    @Test("The notice is the shorter of the patch and the scene, and an unchanged scene needs none")
    func shortest() throws {
        var patches = 0
        var scenes = 0
        for seed: UInt64 in 1...2_000 {
            let (old, new) = Self.scenes(seed: seed)
            #expect(new.difference(to: new) == nil)
            #expect(new.size <= new.markup.utf8.count)
            guard let data = try Notice.change(from: old, to: new) else {
                try #require(Self.page(old).description == Self.page(new).description, "seed \(seed)")
                continue
            }
            let whole = try Notice.scene(new).encoded()
            try #require(data.count <= whole.count, "seed \(seed)")
            let notice = try Self.decode(data)
            let scene = Self.page(old)
            if let patch = notice["patch"] as? [String: Any] {
                patches += 1
                scene.apply(patch)
            } else {
                scenes += 1
                scene.children = DocumentNode.parse(try #require(notice["html"] as? String))
            }
            try #require(scene.description == Self.page(new).description, "seed \(seed)")
        }
        #expect(patches > 200 && scenes > 200, "\(patches) patches, \(scenes) scenes")
    }

    @Test("An element with a key keeps its identity when it moves among its siblings")
    func identity() throws {
        for seed: UInt64 in 1...500 {
            var random = SeededGenerator(seed: seed)
            let keys = (0..<12).shuffled(using: &random)
            let old = Array(keys.prefix(Int.random(in: 0...12, using: &random)))
            let new = Array(keys.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
            let (before, after) = (Self.rows(old, text: "old"), Self.rows(new, text: "new"))
            let scene = Self.page(before)
            let nodes = Dictionary(uniqueKeysWithValues: zip(old, scene.children[0].children))
            if let patch = before.difference(to: after) {
                let notice = try Self.decode(Notice.patch(patch).encoded())
                scene.apply(try #require(notice["patch"] as? [String: Any]))
            }
            for (key, node) in zip(new, scene.children[0].children) {
                if let known = nodes[key] { #expect(node === known, "seed \(seed)") }
            }
            #expect(scene.description == Self.page(after).description)
        }
    }

    @Test("The cost of a difference is proportional to the number of rows", arguments: Exchange.allCases)
    func manyRows(exchange: Exchange) throws {
        let (old, new) = (Array(0..<10_000), exchange.made(of: Array(0..<10_000)))
        let patch = Self.rows(old, text: "row").difference(to: Self.rows(new, text: "row"))
        guard case .element(let list)? = patch?.within[0] else {
            #expect(exchange == .nothing && patch == nil)
            return
        }
        #expect(list.arrangement?.count == exchange.runs)
        #expect(list.within.isEmpty)
    }

    enum Exchange: CaseIterable {
        case nothing, reversed, others, lastFirst, firstLast, oneGone, evenFirst

        func made(of rows: [Int]) -> [Int] {
            switch self {
            case .nothing: rows
            case .reversed: rows.reversed()
            case .others: rows.map { $0 + rows.count }
            case .lastFirst: [rows.count - 1] + rows.dropLast()
            case .firstLast: rows.dropFirst() + [0]
            case .oneGone: rows.filter { $0 != 5_000 }
            case .evenFirst: rows.filter { $0 % 2 == 0 } + rows.filter { $0 % 2 == 1 }
            }
        }

        /// How many pieces of the list stay together.
        var runs: Int {
            switch self {
            case .nothing: 0
            case .others: 1
            case .lastFirst, .firstLast, .oneGone: 2
            case .reversed, .evenFirst: 10_000
            }
        }
    }

    private static func rows(_ keys: [Int], text: String) -> HTML {
        HTML { Element(.ul) { for key in keys { Element(.li, key: "\(key)") { "\(text) \(key)" } } } }
    }

    @Test("Texts with different code points differ even if they are canonically equivalent")
    func normalForms() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed)
        let old = HTML { Element(.button, .says("file", composed)) { composed } }
        let new = HTML { Element(.button, .says("file", decomposed)) { decomposed } }
        #expect(old != new)
        #expect(old.difference(to: new) != nil)
    }
}
