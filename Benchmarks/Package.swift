// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "OakBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Oak", path: ".."),
        // Without its traits, whose counters need a jemalloc on the machine.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Workloads",
            dependencies: [.product(name: "Oak", package: "Oak"), .product(name: "OakTesting", package: "Oak")]),
        .executableTarget(
            name: "ratios",
            dependencies: ["Workloads"]),
        .executableTarget(
            name: "costs",
            dependencies: [.product(name: "Oak", package: "Oak")]),
        .executableTarget(
            name: "graphs",
            dependencies: [.product(name: "Oak", package: "Oak"), .product(name: "OakGraph", package: "Oak")]),
        .executableTarget(
            name: "OakBenchmarks",
            dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/OakBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
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
