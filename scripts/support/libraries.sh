# Read by the scripts that look at the public interface, behind everything.sh.

# The modules of every product, each behind those that it refers to.
libraries=(
    Oak OakGraph OakTesting OakDurable OakDurableTesting OakServer OakPostgres OakWeb OakInspector MachineTool DurableTool
)
for library in $(sed -n 's/^        \.library(name: .* targets: \[\(.*\)\]),$/\1/p' Package.swift | tr -d '",'); do
    case " ${libraries[*]} " in
        *" $library "*) ;;
        *) echo "$library is in a product, and missing in scripts/support/libraries.sh" >&2 && exit 1 ;;
    esac
done

# Prints the folder of the roof below which a library is: `.` or, for example, `Durable`.
roof() { dirname "$(dirname "$(ls -d Sources/"$1" ./*/Sources/"$1" 2> /dev/null)")"; }

tool() { xcrun --find "$1" 2> /dev/null || command -v "$1"; }

# Sets `c_modules` to the arguments with which the compiler finds the modules in C of this package, and those that
# dependencies consist of.
find_c_modules() {
    local map
    c_modules=(-I Sources/OakAtomics/include -I Durable/Sources/CLibpq)
    for map in "$everything_folder"/checkouts/*/Sources/{GRDBSQLite,*/include}/module.modulemap; do
        if [ -e "$map" ]; then c_modules+=(-I "$(dirname "$map")"); fi
    done
    for map in "$products"/CNIO*.build/module.modulemap; do
        if [ -e "$map" ]; then c_modules+=(-Xcc "-fmodule-map-file=$map"); fi
    done
}

# Writes the symbol graphs of a library. Arguments: the library, the folder of the build, the folder for the graphs.
extract_symbols() {
    local platform
    platform=(-target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -n 1)")
    if [ "$(uname)" = Darwin ]; then platform+=(-sdk "$(xcrun --show-sdk-path)"); fi
    rm -rf "$3"
    mkdir -p "$3"
    find_c_modules
    "$(tool swift-symbolgraph-extract)" -module-name "$1" "${platform[@]}" "${c_modules[@]}" -I "$2/Modules" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$3"
}
