#if Postgres
    import Foundation
    import OakDurable

    extension PostgresRow {
        private func list<Element: Decodable>(of type: Element.Type, _ column: CInt) throws -> [Element] {
            let document = json(column)
            // The most frequent one.
            return document == Data("[]".utf8) ? [] : try JSONDecoder().decode([Element].self, from: document)
        }

        var summary: InstanceSummary {
            get throws {
                struct Tag: Decodable { let n, v: String }
                let tags = try list(of: Tag.self, 10)
                return InstanceSummary(
                    key: int64(0), name: name(1), version: int(3),
                    status: InstanceStatus(rawValue: text(4)) ?? .failed, problem: optionalText(5),
                    trials: optionalInt(9), number: int(6), created: date(7), changed: date(8),
                    tags: Dictionary(
                        tags.map { (Document.text($0.n), DurableTag(bytes: Document.bytes($0.v))) }
                    ) { $1 })
            }
        }

        var instance: StoredInstance {
            get throws {
                struct Activity: Decodable {
                    let name: String, number: Int, returned: Bool
                    let context, queue: String?
                    let failed: Int?, next, pause: Double?
                }
                struct Deadline: Decodable {
                    let name: String, number: Int, due: Double, original: Double?, duration: Double
                    let policy: String, version: Int, event: String
                }
                let activities = try list(of: Activity.self, 14).map { found in
                    StoredActivity(
                        name: Document.text(found.name), number: found.number, hasReturned: found.returned,
                        context: TraceContext(text: found.context), queue: found.queue.map(Document.text),
                        attempts: found.next.map {
                            StoredAttempts(
                                failed: found.failed ?? 0, next: Date(timeIntervalSinceReferenceDate: $0),
                                pause: found.pause ?? 0)
                        })
                }
                let deadlines = try list(of: Deadline.self, 15).map { found in
                    StoredDeadline(
                        name: Document.text(found.name), number: found.number,
                        due: Date(timeIntervalSinceReferenceDate: found.due),
                        original: found.original.map { Date(timeIntervalSinceReferenceDate: $0) },
                        duration: found.duration, policy: DeadlinePolicy(rawValue: found.policy) ?? .original,
                        version: found.version, event: Document.bytes(found.event))
                }
                return StoredInstance(
                    try summary, state: data(11), output: optionalData(12), activities: activities,
                    deadlines: deadlines, isFollowed: !isNull(13))
            }
        }
    }
#endif
