import MachineTool
import Machines
import Testing

struct MachinesTests {
    @Test(arguments: Machines.machines.map(\.name))
    func `Every machine of the examples passes its checks and is drawn completely`(_ name: String) async {
        let check = await Machines.result(of: ["check", name])
        #expect(check.exitCode == 0, "\(check.output)\(check.messages)")
        let drawing = await Machines.result(of: ["draw", name])
        #expect(drawing.exitCode == 0 && drawing.output.hasPrefix("stateDiagram-v2") && drawing.messages == "")
    }
}
