// swift-tools-version: 6.3

import PackageDescription

// The tests of views that the model of SwiftUI passes on Linux, against SwiftUI itself. They need a Mac.
let package = Package(
    name: "MacSwiftUI",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Oak", path: "../..")],
    targets: [
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(
            name: "HostTests",
            dependencies: [
                .product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak"), "TestSupport",
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
