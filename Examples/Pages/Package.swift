// swift-tools-version: 6.3

import PackageDescription

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
    ],
    targets: [
        // The pages of the machines in Examples, and the program that serves them.
        .target(
            name: "WebPages",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "Checkout", package: "OakExamples"),
                .product(name: "Counters", package: "OakExamples"),
                .product(name: "LoadingList", package: "OakExamples"), .product(name: "Shelf", package: "OakExamples"),
                .product(name: "Timers", package: "OakExamples"),
                .product(name: "OakInspector", package: "Oak"), .product(name: "OakWeb", package: "Oak"),
            ],
            resources: [.embedInCode("examples.css")]),
        .executableTarget(
            name: "OakWebExamples",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Checkout", package: "OakExamples"), .product(name: "Counters", package: "OakExamples"),
                .product(name: "LoadingList", package: "OakExamples"), .product(name: "Shelf", package: "OakExamples"),
                .product(name: "Timers", package: "OakExamples"),
                .product(name: "OakInspector", package: "Oak"), .product(name: "OakWeb", package: "Oak"), "WebPages",
            ]),

        .testTarget(
            name: "WebPagesTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"),
                .product(name: "Checkout", package: "OakExamples"), .product(name: "Counters", package: "OakExamples"),
                .product(name: "LoadingList", package: "OakExamples"), .product(name: "Shelf", package: "OakExamples"),
                .product(name: "Timers", package: "OakExamples"),
                .product(name: "OakInspector", package: "Oak"), .product(name: "OakWeb", package: "Oak"), "WebPages",
            ]),
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
