// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "FindText",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Oak", path: "../Oak")
    ],
    targets: [
        .executableTarget(name: "FindText", dependencies: [.product(name: "Oak", package: "Oak")]),
        .testTarget(
            name: "FindTextTests",
            dependencies: [
                "FindText",
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakTesting", package: "Oak"),
            ]),
    ]
)
