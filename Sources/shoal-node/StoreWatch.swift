import Operations
import Shoal

/// Tells the operator what becomes of the store on disk: its size each time, a fault once.
actor StoreWatch {
    private let client: P2PClient
    private let log: NodeLog
    private var last: P2PStoreUsage?

    init(client: P2PClient, log: NodeLog) {
        self.log = log
        self.client = client
    }

    func look() async {
        guard let usage = await client.storeUsage() else { return }
        log.write("store", ["segments": .int(usage.segments), "bytes": .int(usage.bytes)])
        if last == nil, usage.wasRebuilt {
            log.complain("the store's index could not be used, and the store was emptied")
        }
        if let fault = usage.fault, fault != last?.fault {
            let reading = usage.isOpen ? "what is there is still read" : "it is not used at all"
            log.complain("nothing can be stored now (\(fault)); \(reading)")
        } else if usage.fault == nil, last?.fault != nil {
            log.complain("the store is written again")
        }
        last = usage
    }
}
