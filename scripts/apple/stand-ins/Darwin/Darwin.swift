// The parts of Darwin that are written in Swift.

@_exported import Darwin

public typealias SignalHandler = @convention(c) (Int32) -> Void

public var SIG_DFL: SignalHandler? { nil }
@discardableResult public func signal(_ number: Int32, _ handler: SignalHandler?) -> SignalHandler? { nil }

public var errno: Int32 {
    get { 0 }
    set {}
}

public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
