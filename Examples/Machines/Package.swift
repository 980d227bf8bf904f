// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakInspector: Target.Dependency = .product(
    name: "OakInspector", package: "Oak", condition: .when(traits: ["Inspector"]))
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
    traits: [
        .trait(name: "Inspector", description: "The option '--inspect' of the checkout, which needs swift-nio.")
    ],
    dependencies: [
        .package(
            name: "Oak", path: "../..",
            traits: [.defaults, "Tools", .trait(name: "Inspector", condition: .when(traits: ["Inspector"]))]),
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

        // Their terminal front ends: the part for any machine, then the additions of each.
        .target(name: "Terminal", dependencies: [oak]),
        .target(name: "PartsTerminal", dependencies: ["Parts", "Terminal"]),
        .target(name: "CountersTerminal", dependencies: [oak, argumentParser, "Counters", "Terminal"]),
        .target(name: "TimersTerminal", dependencies: [oak, argumentParser, "Terminal", "Timers"]),
        .target(name: "LoadingListTerminal", dependencies: [oak, argumentParser, "LoadingList", "Terminal"]),
        .target(
            name: "AppFlowTerminal",
            dependencies: [oak, argumentParser, "AppFlow", "LoadingList", "Parts", "PartsTerminal", "Terminal"]),
        .target(
            name: "CheckoutTerminal",
            dependencies: [oak, argumentParser, oakInspector, "Checkout", "Parts", "PartsTerminal", "Terminal"]),

        // Their graphs: initial states, events to try, and what matters of a state.
        .target(
            name: "Machines",
            dependencies: [
                oak, oakGraph, "AppFlow", "Checkout", "Counters", "LoadingList", "Parts", "Shelf",
                "Timers",
            ]),

        // One machine as a program that builds quickly, and all of them as another.
        .executableTarget(name: "LoadingListProgram", dependencies: [argumentParser, "LoadingListTerminal"]),
        .executableTarget(
            name: "OakExamples",
            dependencies: [
                argumentParser, oakGraph, "AppFlowTerminal", "CheckoutTerminal", "CountersTerminal",
                "LoadingListTerminal", "Machines", "TimersTerminal",
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
            name: "CheckoutTests", dependencies: [oak, oakTesting, "Checkout", "ExampleTestSupport", "Parts"],
            exclude: ["__Tables__"]),
        .testTarget(name: "ShelfTests", dependencies: [oak, oakTesting, "Parts", "Shelf"]),
        .testTarget(
            name: "GraphTests",
            dependencies: [
                oak, oakGraph, "AppFlow", "Checkout", "Counters", "LoadingList", "Machines", "Parts", "Timers",
            ]),
        .testTarget(name: "MachinesTests", dependencies: [oakGraph, "Machines"]),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                oak, oakTesting, "AppFlow", "AppFlowTerminal", "Checkout", "CheckoutTerminal", "Counters",
                "CountersTerminal", "ExampleTestSupport", "LoadingList", "LoadingListTerminal", "Parts", "Terminal",
                "Timers", "TimersTerminal",
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
