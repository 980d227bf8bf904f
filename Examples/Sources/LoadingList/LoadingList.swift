/// A list that is loaded on demand: the user names a folder, a service reads it, and the entries are shown.
///
/// ``LoadingList/Transducer`` is the machine. It knows no user interface: everything that there is to show, and
/// everything that the user can do, is in its state. ``LoadingList/DirectoryService`` reads folders for it.
public enum LoadingList {}
