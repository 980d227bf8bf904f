public import Observation

extension View {
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        modified { node, content in
            var environment = node.environment
            environment[keyPath: keyPath] = value
            node.child(.index(0), content, environment: environment)
        }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, *)
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        modified { node, content in
            var environment = node.environment
            environment[object: Object.self] = object
            node.child(.index(0), content, environment: environment)
        }
    }

    public func disabled(_ isDisabled: Bool) -> some View {
        modified { node, content in
            var environment = node.environment
            environment.isEnabled = environment.isEnabled && !isDisabled
            node.child(.index(0), content, environment: environment)
        }
    }
}
