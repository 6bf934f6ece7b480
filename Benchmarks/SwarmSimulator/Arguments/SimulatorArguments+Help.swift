extension SimulatorArguments {
    static let help = """
        usage: SwarmSimulator live|vod [options]

        Simulates the viewers of one broadcast or one film in virtual time: their schedulers, their
        connections and the tracker are the real machines, the network between them is made of access
        links. The same trace runs under each policy; one table compares what came of it. The same
        seed gives the same events, and the event hash shows it.

        The swarm
          --viewers N       live: viewers in all; vod: viewers at one time on average, or in all if
                            they do not come by chance (default 100)
          --degree D        connections that a viewer may hold (default 30)
          --upload U        a viewer's mean uplink, in bitrates (default 2)
          --edges E         edge nodes, which fetch first and stay (default 0)
          --owners K        members that fetch each segment from the CDN (default 1, or 3 among
                            hostile viewers)
          --seed S          of everything that is left to chance (default 1)

        The media
          --bitrate B       Mbit/s (default 1.05); a segment may have 2 MiB
          --segment S       seconds of a segment (default 4)
          --film S          vod: seconds of the film (default 1200)
          --prefetch W      vod: the share of the film fetched ahead from peers, 0 to 1
                            (default 0.25)
          --seeding F       vod: how long viewers stay after the end, in films (default 0)

        Viewers
          --arrivals WHICH  flash:S     all within S seconds, at random (default of live: flash:30)
                            poisson     at random, for as long as the run lasts (default of vod)
                            together    all at the start
                            apart:S     one every S seconds
          --slow F          share of viewers whose uplink is 0.05 of the bitrate (default 0)
          --hostile F       share that harms the others, each in its way (default 0); then the
                            tracker's own notary attests, and all figures are those of the rest
          --hostile-kinds L of these alone, with commas: persistent, on-off-1, on-off-10, on-off-50,
                            selective, wrong-length, wrong-index, stale-generation, bad-leaf-list,
                            slow-drip, have-liar, never-read, request-flood, replay, reflection,
                            bad-mouth, sybil-reporter, copycat-reporter
          --seeks X         jumps of a viewer per hour (default 0)
          --quits X         early departures of a viewer per hour of watching (default 0)
          --outage S:D      the CDN fails for D seconds, S seconds after the start

        The run
          --duration S      seconds of virtual time in all (default: live 600; vod four films, or
                            until all have seen it)
          --warm-up S       seconds before anything is counted (default: live 90, vod one film while
                            viewers come by chance, else none; half of --duration at most)
          --policies LIST   which to run, with commas; the first is what is asked about (default
                            all: swarm-wide,cdn-only,neighbour-local,uniform-choice)

        What is made of it
          --plot FILE       draw offload, CDN copies and stalls over time as SVG
          --json            print one JSON object instead of the table
          --require N=L     fail unless the first policy keeps a limit; may be repeated:
                            offload=F     at least this share
                            gap=F         at most this far below the bound, as a share
                            copies=X      at most so many CDN copies of a segment
                            stall=S       at most so many seconds more than with the CDN only
                            upload=X      the busiest viewer's at most, in bitrates
                            duplicates=F  at most this share of the bytes of peers
                            hops=N        at most so many from the CDN to a viewer
                            wrong=B       at most so many wrong bytes given to players
                            bans=N        honest peers banned by honest ones, at most
                            waste=K       KiB that one hostile viewer wastes of another, at most
                            kept=F        at least this share of the offload without hostile ones
          --help            this text

        Shares are 0 to 1, in options and in JSON. Exit status: 0 done, 1 a requirement was not met or
        a file could not be written, 2 wrong usage.

        A thousand viewers of a broadcast with one edge node; fails over two copies a segment:
          SwarmSimulator live --viewers 1000 --edges 1 --require copies=2 --require stall=0
        Ten viewers of a film at a time, as JSON:
          SwarmSimulator vod --viewers 10 --prefetch 0.25 --json
        What slow uplinks do, this scheduler and the CDN alone, with a picture:
          SwarmSimulator live --slow 0.3 --policies swarm-wide,cdn-only --plot slow.svg
        """
}
