// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
// Apple's systems include it.
let systemPackage: Target.Dependency = .product(
    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux]))
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakInspector: Target.Dependency = .product(name: "OakInspector", package: "Oak")
let oakServer: Target.Dependency = .product(name: "OakServer", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")

let package = Package(
    name: "OakJobExample",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Jobs", targets: ["Jobs"]),
        .executable(name: "oak-jobs", targets: ["OakJobs"]),
    ],
    dependencies: [
        .package(name: "Oak", path: "../..", traits: [.defaults, "Inspector", "Server"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // The machines and their plan, independent of files, processes and terminals.
        .target(name: "Jobs", dependencies: [oak]),

        // The file format of plans.
        .target(name: "JobFile", dependencies: ["Jobs"]),

        // The system services of the machines: processes, a journal, the terminal, signals.
        .target(name: "ProcessShims"),
        .target(name: "JobShell", dependencies: ["Jobs", "ProcessShims", subprocess, systemPackage]),
        .executableTarget(
            name: "OakJobs",
            dependencies: [
                oak, oakInspector, oakServer, "JobFile", "Jobs", "JobShell",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        .testTarget(name: "JobsTests", dependencies: [oak, oakGraph, oakTesting, "Jobs"]),
        .testTarget(name: "JobFileTests", dependencies: ["JobFile", "Jobs"]),
        .testTarget(name: "JobShellTests", dependencies: ["Jobs", "JobShell"]),
        .testTarget(name: "OakJobsTests", dependencies: ["OakJobs", subprocess, systemPackage]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "ProcessShims" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
