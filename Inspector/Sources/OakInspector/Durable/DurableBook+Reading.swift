import OakDurable

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DurableBook {
    /// Reads what answers a query.
    ///
    /// - Parameter previous: The answer before, of which some parts are still good.
    func picture(for query: DurableQuery, previous: DurablePicture) async -> DurablePicture {
        var picture = DurablePicture()
        picture.sources = sources.map { DurablePicture.Source(number: $0.number, name: $0.name) }
        guard let source = source(query.source) else {
            if query.source != nil { picture.trouble = "The host is no more." }
            return picture
        }
        picture.source = DurablePicture.Source(number: source.number, name: source.name)
        picture.allowsOperations = source.allowsOperations
        guard let access = await source.currentAccess() else {
            picture.trouble = "The host is no more."
            return picture
        }
        picture.trouble = access.obstacle
        do {
            picture.overview = await source.currentOverview(access)
            if access.obstacle != nil { return picture }
            if let key = query.instance {
                picture.detail = try await access.detail(
                    of: key, for: query, in: source.number, previous: previous.detail, graphviz: settings.graphviz)
                if picture.detail == nil { picture.trouble = "The store does not have this instance any more." }
            } else {
                picture.list = try await access.list(for: query, of: source.number, previous: previous.list)
            }
        } catch {
            picture.trouble = access.reader.words(for: error)
        }
        return picture
    }

    /// Finds an instance by its name.
    func find(_ text: String, in number: Int?) async -> DurableInspection.Event {
        guard let source = source(number), let access = await source.currentAccess() else {
            return .answered(.refused("The host is no more."))
        }
        do {
            var names = InstanceName.all(in: text)
            // The id is enough for the only machine.
            if access.machines.count == 1 { names.append(InstanceName(machine: access.machines[0], id: text)) }
            for name in names {
                if let found = try await access.store.summary(of: name) { return .open(found.key) }
            }
            return .answered(.refused("There is no instance \(text). Write MACHINE/ID, such as order/17."))
        } catch {
            return .answered(.refused(access.reader.words(for: error)))
        }
    }

    /// Counts all instances that a filter finds.
    func count(_ filter: DurableQuery.Filter, in number: Int?) async -> DurableInspection.Event {
        guard let source = source(number), let access = await source.currentAccess() else {
            return .answered(.refused("The host is no more."))
        }
        do {
            return .counted(try await access.store.count(filter.query(limit: 0)), filter)
        } catch {
            return .answered(.refused(access.reader.words(for: error)))
        }
    }
}

extension InstanceName {
    /// The names that a text could stand for: the name of a machine may have slashes, too.
    fileprivate static func all(in text: String) -> [InstanceName] {
        text.indices.filter { text[$0] == "/" }.prefix(8).map { slash in
            InstanceName(machine: String(text[..<slash]), id: String(text[text.index(after: slash)...]))
        }
    }
}
