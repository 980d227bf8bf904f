public import MachineTool

/// The machines of the examples, to draw, check and simulate them.
public enum Machines: MachineCommand {
    public static var machines: [ExploredMachine] {
        [counter, effectCounter, timers, timerBoard, loadingList, serviceCall, addressForm, login, appFlow, download]
            + [authorization, checkout, catalogue, editor]
    }
}
