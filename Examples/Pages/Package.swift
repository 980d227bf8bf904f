// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakInspector: Target.Dependency = .product(name: "OakInspector", package: "Oak")
let oakWeb: Target.Dependency = .product(name: "OakWeb", package: "Oak")
let machines: [Target.Dependency] = ["Checkout", "Counters", "LoadingList", "Shelf", "Timers"].map {
    .product(name: $0, package: "OakExamples")
}

let package = Package(
    name: "OakWebExamples",
    platforms: [
        .iOS(.v18),
        .macOS(.v15),
        .tvOS(.v18),
        .watchOS(.v11),
        .macCatalyst(.v18),
        .visionOS(.v2),
    ],
    products: [
        .executable(name: "oak-web-examples", targets: ["OakWebExamples"])
    ],
    dependencies: [
        // With the traits that the examples need, which a package graph has once.
        .package(name: "Oak", path: "../..", traits: [.defaults, "Inspector", "Tools"]),
        .package(name: "OakExamples", path: "../Machines"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The pages of the machines in Examples/Machines, and the program that serves them.
        .executableTarget(
            name: "OakWebExamples",
            dependencies: machines + [
                oak, oakInspector, oakWeb,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("examples.css")]),
        .testTarget(
            name: "OakWebExamplesTests", dependencies: machines + [oak, oakInspector, oakWeb, "OakWebExamples"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
