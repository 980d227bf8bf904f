extension View {
    /// Adds a field for the text to search for; its label is the prompt.
    public func searchable(text: Binding<String>, prompt: some StringProtocol = "Search") -> some View {
        modified { node, content in
            node.child(.addition("search"), TextField(prompt, text: text))
            node.child(.index(0), content)
        }
    }
}
