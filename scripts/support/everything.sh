# Read by the scripts that use the one debug build of all packages, their tests and the samples of the documentation.
#
# The packages are roots of one package graph, as in a workspace of Xcode, so that each module is compiled once, with the
# same traits for all of them. `--multiroot-data-file` is an option that SwiftPM does not support officially.
#
# Sets `everything` to the arguments of `swift build` and `swift test`, `products` to the folder of modules and programs,
# `packages` to the folders of the packages, `has_sqlite` and `has_postgres`; `views` and `views_products` likewise for
# the model of SwiftUI and what is compiled with it.

everything_folder=$PWD/.build-all
products=$everything_folder/debug
views_products=Harness/LinuxSwiftUI/.build-check/debug

# The store in SQLite needs the headers of the system.
if [ "$(uname)" = Darwin ] || echo '#include <sqlite3.h>' | clang -E -x c - > /dev/null 2>&1; then
    has_sqlite=true
else
    has_sqlite=false
fi

# The store in PostgreSQL needs the headers of libpq.
# shellcheck disable=SC2046
if clang -E -x c $(pkg-config --cflags libpq 2> /dev/null || true) Durable/Sources/CLibpq/libpq.h > /dev/null 2>&1; then
    has_postgres=true
else
    has_postgres=false
fi

packages=(. Examples/Machines Examples/Jobs Examples/Pages)
everything=(
    --multiroot-data-file "$everything_folder/Oak.xcworkspace" --scratch-path "$everything_folder"
    -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
)
# Without libpq, the traits are those that the packages ask for: all the others, or without SQLite a few.
if $has_sqlite; then packages+=(Examples/Orders Harness Benchmarks/Durable); fi
if $has_sqlite && $has_postgres; then everything+=(--enable-all-traits); fi

views=(
    --package-path Harness/LinuxSwiftUI --scratch-path Harness/LinuxSwiftUI/.build-check -Xswiftc -warnings-as-errors
    --explicit-target-dependency-import-check error
)

# Prints the name of the test product of a package. Argument: the folder of the package.
test_product() { echo "$(sed -n 's/^    name: "\(.*\)",$/\1/p' "$1/Package.swift" | head -n 1)PackageTests"; }

# Installs packages of Debian, where the script may do that. Arguments: their names.
install_packages() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then return 1; fi
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
