// | letter | what |
// |---|---|
// | `t` | the new text of a text |
// | `h` | the markup that takes the place of the node |
// | `a` | attributes by name, `null` if they go |
// | `o` | what is in an element from now on, in order: `[first, count]` for nodes that it has, and markup |
// | `c` | patches of children by number |

extension Patch {
    func write(to json: inout JSONWriter) {
        switch self {
        case .element(let patch): patch.write(to: &json)
        case .text(let text):
            json.object {
                $0.name("t")
                $0.string(text.withoutNull)
            }
        case .replacement(let node):
            json.object {
                $0.name("h")
                $0.string(HTML(nodes: [node]).markup)
            }
        }
    }
}

extension ElementPatch {
    func write(to json: inout JSONWriter) {
        json.object { json in
            if !attributes.isEmpty {
                json.name("a")
                json.object { json in
                    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
                        json.name(name)
                        json.string(value?.withoutNull)
                    }
                }
            }
            if let arrangement {
                json.name("o")
                json.array { json in
                    for run in arrangement { run.write(to: &json) }
                }
            }
            if !within.isEmpty {
                json.name("c")
                json.object { json in
                    for (place, patch) in within.sorted(by: { $0.key < $1.key }) {
                        json.name("\(place)")
                        patch.write(to: &json)
                    }
                }
            }
        }
    }
}

extension ElementPatch.Run {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .kept(let range):
            json.array {
                $0.number(range.lowerBound)
                $0.number(range.count)
            }
        case .new(let nodes): json.string(HTML(nodes: nodes).markup)
        }
    }
}
