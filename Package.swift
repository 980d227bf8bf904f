// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Oak",
    platforms: [
        .iOS(.v15),
        .macOS(.v12),
        .tvOS(.v15),
        .watchOS(.v8),
        .macCatalyst(.v15),
        .visionOS(.v1),
    ],
    products: [
        .library(name: "Oak", targets: ["Oak"]),
        .library(name: "OakTesting", targets: ["OakTesting"]),
    ],
    traits: [
        .default(enabledTraits: ["Testing"]),
        .trait(
            name: "Testing",
            description: "OakTesting and its dependencies; without it a client of Oak resolves nothing else."),
    ],
    dependencies: [
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        .target(
            name: "Oak",
            dependencies: [
                .target(
                    name: "OakAtomics",
                    condition: .when(platforms: [.iOS, .macOS, .tvOS, .watchOS, .macCatalyst, .visionOS]))
            ]),
        // Atomic integers where the systems that Oak supports have none in Swift.
        .target(name: "OakAtomics"),
        .target(
            name: "OakTesting",
            dependencies: [
                "Oak",
                .product(name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["Testing"])),
                .product(
                    name: "IssueReporting", package: "xctest-dynamic-overlay", condition: .when(traits: ["Testing"])),
                .product(
                    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay",
                    condition: .when(traits: ["Testing"])),
            ]),
        // Common to the tests.
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "OakTests", dependencies: ["Oak", "OakTesting", "TestSupport"]),
        .testTarget(
            name: "OakTestingTests",
            dependencies: [
                "Oak", "OakTesting", "TestSupport",
                .product(
                    name: "IssueReporting", package: "xctest-dynamic-overlay", condition: .when(traits: ["Testing"])),
            ]),
        .testTarget(name: "DocumentationTests", dependencies: ["Oak"]),
        .testTarget(
            name: "UsageExamplesTests", dependencies: ["Oak", "OakTesting", "TestSupport"], exclude: ["__Tables__"]),
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
