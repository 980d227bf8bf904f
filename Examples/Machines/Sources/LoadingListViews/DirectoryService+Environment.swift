#if canImport(SwiftUI)
    public import LoadingList
    public import SwiftUI

    private struct DirectoryServiceKey: EnvironmentKey {
        static let defaultValue: LoadingList.Transducer.Service = { folder, report in
            try await LoadingList.DirectoryService().list(folder, report: report)
        }
    }

    extension EnvironmentValues {
        /// Reads the listed folders; the file system by default.
        public var directoryService: LoadingList.Transducer.Service {
            get { self[DirectoryServiceKey.self] }
            set { self[DirectoryServiceKey.self] = newValue }
        }
    }
#endif
