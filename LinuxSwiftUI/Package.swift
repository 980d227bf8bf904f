// swift-tools-version: 6.2

import PackageDescription

// To the targets below, `import SwiftUI` means the model of it in this package.
let isSwiftUI: [SwiftSetting] = [.unsafeFlags(["-module-alias", "SwiftUI=LinuxSwiftUI"])]

let package = Package(
    name: "LinuxSwiftUI",
    targets: [
        .target(name: "LinuxSwiftUI"),
        // The same files as in the root package and in the examples, by way of symbolic links.
        .target(name: "Oak", dependencies: ["LinuxSwiftUI"], exclude: ["Oak.docc"], swiftSettings: isSwiftUI),

        .testTarget(name: "ModelTests", dependencies: ["LinuxSwiftUI", "Oak"], swiftSettings: isSwiftUI),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
