import ArgumentParser
import LoadingListTerminal

/// The loading list as a program of its own, so that trying one machine does not build all of them.
@main
enum LoadingListProgram {
    static func main() async { await LoadingListCommand.main() }
}
