import Shoal

/// Tells the operator what becomes of the store on disk: its size each time, a fault once.
actor StoreWatch {
    private let client: P2PClient
    private var last: P2PStoreUsage?

    init(client: P2PClient) {
        self.client = client
    }

    func look() async {
        guard let usage = await client.storeUsage() else { return }
        Tool.say("store segments=\(usage.segments) bytes=\(usage.bytes)")
        if last == nil, usage.wasRebuilt {
            Tool.complain("the store's index could not be used, and the store was emptied")
        }
        if let fault = usage.fault, fault != last?.fault {
            let reading = usage.isOpen ? "what is there is still read" : "it is not used at all"
            Tool.complain("nothing can be stored now (\(fault)); \(reading)")
        } else if usage.fault == nil, last?.fault != nil {
            Tool.complain("the store is written again")
        }
        last = usage
    }
}
