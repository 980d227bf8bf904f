// swift-tools-version: 6.3

import PackageDescription

// In the targets below, `import SwiftUI` refers to the model in this package.
let isSwiftUI: [SwiftSetting] = [.unsafeFlags(["-module-alias", "SwiftUI=LinuxSwiftUI"])]

let package = Package(
    name: "LinuxSwiftUI",
    products: [
        // For the samples of the documentation.
        .library(name: "Oak", targets: ["Oak", "LinuxSwiftUI"]),
        .library(name: "OakGraph", targets: ["OakGraph"]),
        .library(name: "OakTesting", targets: ["OakTesting"]),
        .library(name: "OakDurable", targets: ["OakDurable"]),
        .library(name: "OakDurableTesting", targets: ["OakDurableTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        .target(name: "LinuxSwiftUI"),
        // The files of the root package and of the examples, through symbolic links.
        .target(name: "OakAtomics"),
        .target(name: "OakTaskHooks"),
        .target(
            name: "Oak", dependencies: ["LinuxSwiftUI", "OakAtomics"], exclude: ["Oak.docc"], swiftSettings: isSwiftUI),
        .target(name: "OakText", exclude: ["OakText.docc"]),
        .target(name: "OakGraph", dependencies: ["Oak", "OakText"], exclude: ["OakGraph.docc"]),
        .target(name: "OakDurable", dependencies: ["Oak", "OakText"], exclude: ["OakDurable.docc"]),
        .target(name: "OakDurableTesting", dependencies: ["Oak", "OakDurable", "OakTesting"]),
        .target(
            name: "OakTesting",
            dependencies: [
                "Oak", "OakAtomics", "OakGraph", "OakTaskHooks", "OakText",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ],
            exclude: ["OakTesting.docc"]),

        .target(name: "Counters", dependencies: ["Oak"]),
        .target(name: "Timers", dependencies: ["Oak"]),
        .target(name: "LoadingList", dependencies: ["Oak"]),
        .target(name: "Parts", dependencies: ["Oak"]),
        .target(name: "Checkout", dependencies: ["Oak", "Parts"]),
        .target(name: "Shelf", dependencies: ["Oak", "Parts"]),
        .target(
            name: "CountersViews", dependencies: ["LinuxSwiftUI", "Counters", "Oak"], swiftSettings: isSwiftUI),
        .target(name: "TimersViews", dependencies: ["LinuxSwiftUI", "Oak", "Timers"], swiftSettings: isSwiftUI),
        .target(
            name: "LoadingListViews", dependencies: ["LinuxSwiftUI", "LoadingList", "Oak"], swiftSettings: isSwiftUI),
        .target(
            name: "CheckoutViews", dependencies: ["LinuxSwiftUI", "Checkout", "Oak", "Parts"],
            swiftSettings: isSwiftUI),
        .target(
            name: "ShelfViews", dependencies: ["LinuxSwiftUI", "Oak", "Parts", "Shelf"], swiftSettings: isSwiftUI),

        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(
            name: "ModelTests", dependencies: ["LinuxSwiftUI", "TestSupport"], swiftSettings: isSwiftUI),
        .testTarget(
            name: "HostTests", dependencies: ["LinuxSwiftUI", "Oak", "OakTesting", "TestSupport"],
            swiftSettings: isSwiftUI),
        // Its code is on the main actor by default, like that of new applications.
        .testTarget(
            name: "MainActorTests", dependencies: ["LinuxSwiftUI", "Oak", "OakTesting"],
            swiftSettings: isSwiftUI + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "ExampleViewTests",
            dependencies: [
                "Checkout", "CheckoutViews", "Counters", "CountersViews", "LinuxSwiftUI", "LoadingList",
                "LoadingListViews", "Oak", "OakTesting", "Parts", "Shelf", "ShelfViews", "Timers", "TimersViews",
            ],
            swiftSettings: isSwiftUI),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
