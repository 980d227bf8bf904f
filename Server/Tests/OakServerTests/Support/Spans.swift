#if Server
    import InMemoryTracing
    import Testing
    import Tracing

    extension InMemoryTracer {
        /// The first span of a name that has ended.
        func span(_ name: String) throws -> FinishedInMemorySpan {
            try #require(
                finishedSpans.first { $0.operationName == name }, "\(finishedSpans.map(\.operationName))")
        }

        /// The names of a span and of those around it, the innermost first.
        func path(of name: String) throws -> [String] {
            var (path, next) = ([name], try span(name).parentSpanID)
            while let parent = finishedSpans.first(where: { $0.spanID == next }) {
                path.append(parent.operationName)
                next = parent.parentSpanID
            }
            return path
        }
    }

    extension FinishedInMemorySpan {
        /// An attribute as text.
        func text(_ name: String) -> String? {
            switch attributes[name]?.toSpanAttribute() {
            case .string(let text)?: text
            case .bool(let flag)?: "\(flag)"
            case .int64(let number)?: "\(number)"
            default: nil
            }
        }
    }
#endif
