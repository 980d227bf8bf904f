# Read by the scripts that look at the public interface, behind everything.sh.

# Every product of the root package, each behind those that it refers to.
libraries=(
    Oak OakGraph OakTesting OakDurable OakDurableTesting OakLogging OakMetrics OakServiceLifecycle OakTracing OakPostgres
    OakGraphTool MachineTool DurableTool
)
for library in $(sed -n 's/^        \.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift); do
    case " ${libraries[*]} " in
        *" $library "*) ;;
        *) echo "$library is a product, and missing in scripts/support/libraries.sh" >&2 && exit 1 ;;
    esac
done

tool() { xcrun --find "$1" 2> /dev/null || command -v "$1"; }

# Writes the symbol graphs of a library. Arguments: the library, the folder of the build, the folder for the graphs.
extract_symbols() {
    local platform
    platform=(-target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -n 1)")
    if [ "$(uname)" = Darwin ]; then platform+=(-sdk "$(xcrun --show-sdk-path)"); fi
    rm -rf "$3"
    mkdir -p "$3"
    # The modules in C of this package, and those that dependencies consist of.
    platform+=(-I Sources/OakAtomics/include -I Sources/CLibpq)
    for map in "$everything_folder"/checkouts/*/Sources/{GRDBSQLite,CSystem/include,_SubprocessCShims/include}/module.modulemap; do
        if [ -e "$map" ]; then platform+=(-I "$(dirname "$map")"); fi
    done
    "$(tool swift-symbolgraph-extract)" -module-name "$1" "${platform[@]}" -I "$2/Modules" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$3"
}
