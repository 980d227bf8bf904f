@testable import Oak
import Testing

@Suite("C17 Names of effects")
struct NameTagsTests {
    @Test("A name that is taken up again is found, even if it was forgotten with many unused ones meanwhile")
    func takenUp() {
        var tags = NameTags()
        let all = (0..<20).map { NameTag(EffectName(EffectID($0), ending: nil)) }
        for (number, tag) in all.enumerated() {
            tags.insert(tag)
            tag.bearer = .operation(number: number)
        }
        // The seventeenth unused name makes the table forget all of them; another one is unused afterwards.
        for tag in all.prefix(18) { tags.release(tag, lost: false) }
        tags.takeUp(all[0])
        #expect(tags[all[0].name] === all[0])
        #expect(tags[all[18].name] === all[18])
        #expect(tags.unused == 1)
    }
}
