import Foundation

extension SwarmRun {
    private static let trackerKilled = "tracker killed"
    private static let cdnStopped = "CDN stopped"
    private static let cdnGoesOn = "CDN goes on"

    var isTrackerKilled: Bool { faults.contains { $0.what == Self.trackerKilled } }

    /// The faults that are in force, apart from what is to be seen of each viewer.
    var notes: [String] {
        let cdn = faults.map(\.what).last { $0 == Self.cdnStopped || $0 == Self.cdnGoesOn }
        return [cdn == Self.cdnStopped ? cdn : nil, isTrackerKilled ? Self.trackerKilled : nil]
            .compactMap(\.self)
    }

    func inject(_ event: RunPlan.Event) async {
        switch event {
        case .killViewer: await killViewer()
        case .killTracker:
            tracker?.process.send(SIGKILL)
            note(Self.trackerKilled)
        case .stopCDN:
            cdn?.process.send(SIGSTOP)
            note(Self.cdnStopped)
        case .continueCDN:
            cdn?.process.send(SIGCONT)
            note(Self.cdnGoesOn)
        }
    }

    /// A fault that never happened makes a run that proves nothing.
    func noteMissed(_ steps: some Sequence<RunPlan.Step>) {
        for step in steps {
            let what: String
            switch step.event {
            case .killViewer: what = "kill a viewer"
            case .killTracker: what = "kill the tracker"
            case .stopCDN: what = "stop the CDN"
            case .continueCDN: continue
            }
            problems.append("it was over before \(step.seconds) s, too early to \(what)")
        }
    }

    private func killViewer() async {
        let playing = await states(viewers).filter { !$0.isOver }.map(\.number)
        guard let number = plan.victims.first(where: playing.contains) else {
            problems.append(String(format: "at %.1f s nobody played who could be killed", elapsed))
            return
        }
        await viewers[number - 1].kill()
        note("viewer \(number) killed")
    }

    private func note(_ what: String) {
        faults.append(SwarmReport.Fault(seconds: elapsed, what: what))
    }
}
