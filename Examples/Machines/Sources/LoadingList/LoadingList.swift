/// A list that is loaded on demand: the user names a folder, a service reads it, and the entries are shown.
///
/// ``LoadingList/Transducer`` is the machine. It is independent of any user interface: its state contains all visible
/// content and all actions of the user. ``LoadingList/DirectoryService`` reads folders for it.
public enum LoadingList {}
