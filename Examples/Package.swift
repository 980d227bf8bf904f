// swift-tools-version: 6.3

import PackageDescription

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
        .library(name: "CountersViews", targets: ["CountersViews"]),
        .library(name: "TimersViews", targets: ["TimersViews"]),
        .library(name: "LoadingListViews", targets: ["LoadingListViews"]),
        .library(name: "CheckoutViews", targets: ["CheckoutViews"]),
        .executable(name: "oak-examples", targets: ["OakExamples"]),
    ],
    dependencies: [
        .package(name: "Oak", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The machines: they know nothing of a terminal, a web page or a view.
        .target(name: "Counters", dependencies: [.product(name: "Oak", package: "Oak")]),
        .target(name: "Timers", dependencies: [.product(name: "Oak", package: "Oak")]),
        .target(name: "LoadingList", dependencies: [.product(name: "Oak", package: "Oak")]),

        // Machines that are made of machines, and what they have in common.
        .target(name: "Parts", dependencies: [.product(name: "Oak", package: "Oak")]),
        .target(name: "AppFlow", dependencies: [.product(name: "Oak", package: "Oak"), "Parts"]),
        .target(name: "Checkout", dependencies: [.product(name: "Oak", package: "Oak"), "Parts"]),

        // Their face in SwiftUI; empty where there is none.
        .target(name: "CountersViews", dependencies: [.product(name: "Oak", package: "Oak"), "Counters"]),
        .target(name: "TimersViews", dependencies: [.product(name: "Oak", package: "Oak"), "Timers"]),
        .target(name: "LoadingListViews", dependencies: [.product(name: "Oak", package: "Oak"), "LoadingList"]),
        .target(
            name: "CheckoutViews", dependencies: [.product(name: "Oak", package: "Oak"), "Checkout", "Parts"]),

        // Their face in a terminal.
        .target(
            name: "Terminal",
            dependencies: [
                .product(name: "Oak", package: "Oak"), "AppFlow", "Checkout", "Counters", "LoadingList", "Parts",
                "Timers",
            ]),
        .executableTarget(
            name: "OakExamples",
            dependencies: [
                "AppFlow", "Checkout", "Counters", "LoadingList", "Parts", "Terminal", "Timers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Oak", package: "Oak"),
            ]),

        .testTarget(
            name: "CountersTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "Counters",
            ],
            exclude: ["__Tables__"]),
        .testTarget(
            name: "TimersTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "Timers",
            ],
            exclude: ["__Tables__"]),
        .testTarget(
            name: "LoadingListTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "LoadingList",
            ]),
        .testTarget(
            name: "PartsTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "Parts",
            ],
            exclude: ["__Tables__"]),
        .testTarget(
            name: "AppFlowTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "AppFlow", "Parts",
            ]),
        .testTarget(
            name: "CheckoutTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "Checkout",
                "Parts",
            ],
            exclude: ["__Tables__"]),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "AppFlow",
                "Checkout", "Counters", "LoadingList", "Parts", "Terminal", "Timers",
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
