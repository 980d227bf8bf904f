// swift-tools-version: 6.2

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
    dependencies: [
        // For OakTesting alone: a client of Oak does not fetch them.
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        .target(name: "Oak"),
        .target(
            name: "OakTesting",
            dependencies: [
                "Oak",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ]),
        .testTarget(name: "OakTests", dependencies: ["Oak", "OakTesting"]),
        .testTarget(
            name: "OakTestingTests",
            dependencies: [
                "Oak", "OakTesting", .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
            ]),
        .testTarget(name: "DocumentationTests", dependencies: ["Oak"]),
        .testTarget(name: "UsageExamplesTests", dependencies: ["Oak", "OakTesting"]),
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
