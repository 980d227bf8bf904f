// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "OakExamples",
    platforms: [
        .iOS(.v18),
        .macOS(.v15),
        .tvOS(.v18),
        .watchOS(.v11),
        .macCatalyst(.v18),
        .visionOS(.v2),
    ],
    products: [
        .library(name: "Counters", targets: ["Counters"]),
        .library(name: "Timers", targets: ["Timers"]),
        .library(name: "LoadingList", targets: ["LoadingList"]),
        .library(name: "AppFlow", targets: ["AppFlow", "Parts"]),
        .library(name: "Checkout", targets: ["Checkout", "Parts"]),
        .library(name: "Shelf", targets: ["Shelf", "Parts"]),
        .library(name: "CountersViews", targets: ["CountersViews"]),
        .library(name: "TimersViews", targets: ["TimersViews"]),
        .library(name: "LoadingListViews", targets: ["LoadingListViews"]),
        .library(name: "CheckoutViews", targets: ["CheckoutViews"]),
        .library(name: "ShelfViews", targets: ["ShelfViews"]),
        .executable(name: "loading-list", targets: ["LoadingListProgram"]),
        .executable(name: "oak-examples", targets: ["OakExamples"]),
    ],
    dependencies: [
        .package(name: "Oak", path: "../..", traits: [.defaults, "Tools"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The machines, independent of terminals, web pages and views.
        .target(name: "Counters", dependencies: [oak]),
        .target(name: "Timers", dependencies: [oak]),
        .target(name: "LoadingList", dependencies: [oak]),

        // Machines made of machines, and their common parts.
        .target(name: "Parts", dependencies: [oak]),
        .target(name: "AppFlow", dependencies: [oak, "Parts"]),
        .target(name: "Checkout", dependencies: [oak, "Parts"]),
        .target(name: "Shelf", dependencies: [oak, "Parts"]),

        // Their SwiftUI views; empty targets without SwiftUI.
        .target(name: "CountersViews", dependencies: [oak, "Counters"]),
        .target(name: "TimersViews", dependencies: [oak, "Timers"]),
        .target(name: "LoadingListViews", dependencies: [oak, "LoadingList"]),
        .target(name: "CheckoutViews", dependencies: [oak, "Checkout", "Parts"]),
        .target(name: "ShelfViews", dependencies: [oak, "Parts", "Shelf"]),

        // Their graphs: initial states, events to try, and what matters of a state.
        .target(
            name: "Machines",
            dependencies: [
                oak, oakGraph, "AppFlow", "Checkout", "Counters", "LoadingList", "Parts", "Shelf", "Timers",
            ]),

        // Any machine in a terminal; one as a program that builds quickly, and the others as another.
        .target(name: "Terminal", dependencies: [oak]),
        .executableTarget(
            name: "LoadingListProgram", dependencies: [oak, argumentParser, "LoadingList", "Terminal"]),
        .executableTarget(
            name: "OakExamples",
            dependencies: [
                oak, oakGraph, argumentParser, "AppFlow", "Checkout", "Counters", "Machines", "Parts", "Terminal",
                "Timers",
            ]),

        // Common to the tests.
        .target(name: "ExampleTestSupport", path: "Tests/Support"),
        .testTarget(
            name: "CountersTests", dependencies: [oak, oakTesting, "Counters"], exclude: ["__Tables__"]),
        .testTarget(
            name: "TimersTests", dependencies: [oak, oakTesting, "Timers"], exclude: ["__Tables__"]),
        .testTarget(
            name: "LoadingListTests", dependencies: [oak, oakTesting, "ExampleTestSupport", "LoadingList"]),
        .testTarget(name: "PartsTests", dependencies: [oak, oakTesting, "Parts"], exclude: ["__Tables__"]),
        .testTarget(name: "AppFlowTests", dependencies: [oak, oakTesting, "AppFlow", "ExampleTestSupport", "Parts"]),
        .testTarget(
            name: "CheckoutTests", dependencies: [oak, oakTesting, "Checkout", "ExampleTestSupport", "Parts"]),
        .testTarget(name: "ShelfTests", dependencies: [oak, oakTesting, "Parts", "Shelf"]),
        .testTarget(name: "MachinesTests", dependencies: [oakGraph, "Machines"]),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                oak, oakTesting, "AppFlow", "Checkout", "Counters", "ExampleTestSupport", "LoadingList",
                "LoadingListProgram", "OakExamples", "Parts", "Terminal", "Timers",
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
