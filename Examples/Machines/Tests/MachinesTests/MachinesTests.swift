import MachineTool
import Machines
import Testing

struct MachinesTests {
    @Test(arguments: Machines.machines.map(\.name))
    func `Every machine of the examples passes its checks`(_ name: String) async {
        let result = await Machines.result(of: ["check", name])
        #expect(result.exitCode == 0, "\(result.output)\(result.messages)")
    }

    @Test(arguments: Machines.machines.map(\.name))
    func `Every machine of the examples is drawn completely`(_ name: String) async {
        let result = await Machines.result(of: ["draw", name])
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix("stateDiagram-v2"))
        #expect(result.messages == "")
    }
}
