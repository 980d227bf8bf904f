// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakInspector: Target.Dependency = .product(name: "OakInspector", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
// Apple's systems include it.
let systemPackage: Target.Dependency = .product(
    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux]))

let package = Package(
    name: "OakJobExample",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Jobs", targets: ["Jobs"]),
        .executable(name: "oak-jobs", targets: ["OakJobs"]),
    ],
    dependencies: [
        .package(name: "Oak", path: "../..", traits: [.defaults, "Inspector"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // The machines and their plan, independent of files, processes and terminals.
        .target(name: "Jobs", dependencies: [oak]),

        // The program: the file of jobs, processes, a journal, the terminal.
        .executableTarget(
            name: "OakJobs",
            dependencies: [
                oak, oakInspector, subprocess, systemPackage, "Jobs",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        .testTarget(name: "JobsTests", dependencies: [oak, oakGraph, oakTesting, "Jobs"]),
        .testTarget(name: "OakJobsTests", dependencies: [subprocess, systemPackage, "Jobs", "OakJobs"]),
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
