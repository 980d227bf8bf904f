// swift-tools-version: 6.3

import PackageDescription

// The counted costs are those of a program without the trait.
let isTraced = Context.environment["OAK_COSTS"] == nil

let package = Package(
    name: "OakBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Oak", path: "..", traits: isTraced ? [.defaults, "Server"] : []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakInspector", package: "Oak"),
                .product(name: "OakServer", package: "Oak"),
                .product(name: "OakTesting", package: "Oak"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .executableTarget(
            name: "ratios",
            dependencies: ["Workloads"]),
        .executableTarget(
            name: "costs",
            dependencies: [.product(name: "Oak", package: "Oak")]),
        .executableTarget(
            name: "graphs",
            dependencies: [.product(name: "Oak", package: "Oak"), .product(name: "OakGraph", package: "Oak")]),
    ],
    swiftLanguageModes: [.v6]
)

// Every build of the package builds the tools of the plug-in, which scripts/check-thresholds does not need.
if isTraced {
    // Without its traits, whose counters need a jemalloc on the machine.
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
    package.targets.append(
        .executableTarget(
            name: "OakBenchmarks",
            dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/OakBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

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
