import Oak
import OakGraph

@testable import LoadingList
@testable import Machines
@testable import Parts

typealias Question = ServiceCall<String, Int>

@Sendable func serviceCall() -> Guarded<Question, Call> {
    Guarded(
        initial: .waiting("How many?"), events: { _ in [.ask] }, part: { Call($0) },
        answers: {
            $0.answers(of: ServiceCallWork.call, .answered(42), .failed(.sample))
                .answers(of: ServiceCallWork.patience, .failed(.noAnswer))
        })
}

/// A fault in the transitions of a call, which keeps its activities.
private func call(
    _ change: @escaping @Sendable (inout Question.State, Question.Event) -> (changed: Bool, Question.Effect?)
) -> Fault<Question> {
    Fault(
        step: { state, event in
            let (isChanged, effect) = change(&state, event)
            return isChanged ? (effect, ()) : Question.step(&state, event: event)
        }, activities: { Question.activities(in: $0) })
}

let unchangedCall = call { _, _ in (false, nil) }

let loads = "Loading comes to an end"

@Sendable func loadingList() -> Guarded<LoadingList.Transducer, Machines.Listing> {
    let context = LoadingList.Transducer.Context(input: LoadingList.Transducer.Proxy().input, defaultFolder: ".")
    return Guarded(
        initial: .start,
        events: { _ in
            [
                .viewOnAppear, .configureContext(context), .intentShowSheet, .intentSheetCommit("Documents"),
                .viewSheetDidDismiss, .cancelLoading, .intentAlertConfirm, .intentRetry,
            ]
        },
        part: { Machines.Listing($0) },
        answers: {
            $0.answers(
                of: LoadingList.Transducer.Work.loading,
                sending: [.serviceProgress(LoadingList.Progress(completed: 1, total: 2))],
                endingWith: [
                    .serviceLoaded(LoadingList.Listing(folder: "Documents", entries: [])),
                    .serviceError(LoadingList.DirectoryError.noSuchFolder("Documents")),
                ])
        },
        exemptions: [
            .init(.unansweredEffects, because: "Progress is not shown.", whereEvent: isProgress),
            .init(.unhandledEvents, because: "Progress is not shown.", whereEvent: isProgress),
        ],
        properties: [
            .leadsTo(
                loads, from: { isLoading($0.original) }, to: { !isLoading($0.original) }, under: .answers)
        ])
}

private func isProgress(_ event: LoadingList.Transducer.Event) -> Bool {
    if case .serviceProgress = event { true } else { false }
}

private func isLoading(_ state: LoadingList.Transducer.State) -> Bool {
    if case .modal(_, .loading, _) = state { true } else { false }
}

let callFaults: [PlantedFault] = [
    PlantedFault(
        "A call never ends", in: serviceCall,
        call { state, event in (event == .answered(42), nil) }, foundBy: .termination, after: nil),
    PlantedFault(
        "A call that has failed cannot be repeated", in: serviceCall,
        call { state, event in (event == .ask, nil) }, foundBy: .deadEnds, after: 1),
    PlantedFault(
        "Two activities have one identity", in: serviceCall,
        Fault(activities: { Question.activities(in: $0) + Question.activities(in: $0) }),
        foundBy: .consistency, after: 0),
    PlantedFault(
        "Trying again starts nothing", in: loadingList,
        Fault(step: { state, event in
            let effect = LoadingList.Transducer.update(&state, event: event)
            if case .intentRetry = event { return (nil, ()) }
            return (effect, ())
        }), foundBy: loads, after: 5),
]
