import Foundation
import TrackerCore

/// What the operator has ordered over the admin listener, in a file that outlasts the tracker.
struct OrdersFile {
    let path: String

    /// Those of the last tracker; none if there was no order yet.
    func read() throws(ToolError) -> OperatorOrders {
        guard FileManager.default.fileExists(atPath: path) else { return OperatorOrders() }
        let text = try TextFile.read(path)
        do throws(PolicyFileError) {
            return try OperatorOrders(file: text)
        } catch {
            throw .badFile("\(path), \(error)")
        }
    }

    func write(_ orders: OperatorOrders) throws(ToolError) {
        try TextFile.write(orders.fileText + "\n", to: path)
    }
}
