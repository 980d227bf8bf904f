#if GraphTool && canImport(Subprocess)
    import Subprocess
    import SystemPackage

    extension ProgramStart {
        /// Programs are run by swift-subprocess.
        static var subprocess: ProgramStart {
            ProgramStart { call async throws(GraphvizError) in
                do {
                    let result = try await Subprocess.run(
                        executable(call.program), arguments: Arguments(call.arguments), input: .array(call.input),
                        output: .bytes(limit: call.sizeLimit), error: .string(limit: 1 << 20))
                    let status =
                        switch result.terminationStatus {
                        case .exited(let code): Int(code)
                        case .signaled(let signal): 128 + Int(signal)
                        }
                    return ProgramResult(
                        status: status, output: result.standardOutput, errors: result.standardError)
                } catch {
                    throw GraphvizError(error, call)
                }
            }
        }

        private static func executable(_ program: String) -> Executable {
            program.contains("/") ? .path(FilePath(program)) : .name(program)
        }
    }

    extension GraphvizError {
        fileprivate init(_ error: any Error, _ call: ProgramCall) {
            self =
                switch error {
                case is CancellationError: .cancelled
                case let error as SubprocessError where error.code == .executableNotFound:
                    .notInstalled(program: call.program)
                case let error as SubprocessError where error.code == .outputLimitExceeded:
                    .sizeLimitExceeded(bytes: call.sizeLimit)
                default: .notStarted(program: call.program, reason: "\(error)")
                }
        }
    }
#endif
