# Read by the other scripts: the one debug build of all packages with their tests and the samples of the documentation.
#
# Sets `packages` to the folders of the packages, `building` to the arguments of `swift build` and `swift test` for all
# of them, `views` likewise for the tests of views: on Linux with a model of SwiftUI, whose targets have the names of
# the real ones and are therefore built elsewhere; `has_sqlite` and `has_postgres`.
#
# The packages are roots of one package graph, as in a workspace of Xcode, so that each module is compiled once, with the
# same traits for all of them. SwiftPM does not support `--multiroot-data-file` officially. One folder for the builds of
# all packages is no substitute: traits become flags of the compiler in the order of a set, which differs between a root
# and a dependency, so that Oak would be compiled twice and again after each change of package.

workspace=.build-all/Oak.xcworkspace
strict=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
# Nobody debugs these builds.
strict+=(-debug-info-format none)
if [ "$(uname)" = Linux ]; then strict+=(-Xswiftc -use-ld=lld); fi
# Tests use what macOS 15 has, and do not say so one by one; the oldest systems of the libraries are checked elsewhere.
if [ "$(uname)" = Darwin ]; then strict+=(-Xswiftc -target -Xswiftc "$(uname -m)-apple-macosx15.0"); fi
building=(--multiroot-data-file "$PWD/$workspace" --scratch-path .build-all "${strict[@]}")
harness=Harness/LinuxSwiftUI
if [ "$(uname)" = Darwin ]; then harness=Harness/MacSwiftUI; fi
views=(--package-path "$harness" --scratch-path .build-views "${strict[@]}")

# Whether the C compiler finds the headers of a library. Arguments: the header, further arguments of the compiler.
has_header() { echo "#include <$1>" | clang -fsyntax-only -x c "${@:2}" - 2> /dev/null && echo true || echo false; }
has_sqlite=$(has_header sqlite3.h)
# shellcheck disable=SC2046
has_postgres=$(has_header libpq-fe.h $(pkg-config --cflags libpq 2> /dev/null))

packages=(. Examples/Machines Examples/Pages Examples/Jobs)
if $has_sqlite; then packages+=(Examples/Orders Harness Benchmarks/Durable); fi
# Without the headers, the traits are those that the packages ask for.
if $has_sqlite && $has_postgres; then building+=(--enable-all-traits); fi

# Installs packages of Debian, where a script may do that. Arguments: their names.
install_packages() {
    [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}

# Installs all that the tests and checks use; scripts/with-postgres installs PostgreSQL.
install_tools() {
    install_packages chromium chromium-driver gcc graphviz libc6-dev libpq-dev libsqlite3-dev python3-pip python3-venv \
        spin valgrind
}
