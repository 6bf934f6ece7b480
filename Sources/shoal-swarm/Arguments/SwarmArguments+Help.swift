extension SwarmArguments {
    static let help = """
        usage: shoal-swarm [options]

        Runs a tracker, an nginx that serves as the CDN, and a number of viewers on this machine, each
        a process of its own: an engine, and a player without a screen that plays its playbackUrl and
        holds every byte against the origin's. Viewers stay and upload until the last one is done.

          --peers N            viewers (default 8)
          --media PATH|URL     a folder with a playlist (master.m3u8, index.m3u8 or any .m3u8), or the
                               URL of one, live or not; its best variant is played
                               (default: a video of one minute in two renditions, made by ffmpeg)
          --live               publish the media segment by segment as it is played, over and over, in
                               a playlist that slides; viewers join three segments behind the edge
          --segment-duration S seconds of a segment of the video that is made (default 2)
          --arrival S          seconds between two arrivals, half to one and a half (default 1)
          --lockstep           all viewers begin at the same instant
          --speed X            media seconds played per second (default 3; live: 1, and X makes the
                               channel's segments X times shorter)
          --duration S         media seconds to play (default: all, of live media 60)
          --buffer S           media seconds that a viewer holds ahead (default 20)
          --seek V:S:T         viewer V jumps to media second T, S seconds after the first arrival;
                               may be repeated
          --compare            give each viewer a twin that begins with it and plays the CDN's own URL,
                               without an engine; the report shows both
          --strict             fail also if anybody stalls (with --compare: for longer than its twins),
                               if offload is 3 points or more below the bound, and with --compare
                               if the median start takes 50 ms longer than that of the twins
          --cdn-only           switch the exchange off
          --json FILE          write the report as JSON
          --logs FOLDER        keep the logs of all processes there
          --seed N             seed of arrivals and of who is killed (default 1)

        Faults, in seconds from the first arrival; they may be repeated:
          --kill-peer S        kill a viewer's process
          --kill-tracker S     kill the tracker
          --stop-cdn S:D       stop the CDN for D seconds
          --slow-peer          the first viewer uploads at 16 KiB a second

          --help               this text

        Two viewers in step: shoal-swarm --peers 2 --lockstep
        A channel:           shoal-swarm --live --compare --strict
        A seek to what only a slow peer has:
                             shoal-swarm --peers 2 --slow-peer --speed 1 --buffer 6 --compare \\
                                 --seek 1:1:40 --seek 2:8:44

        Exit status: 0 every viewer finished, every byte was right, every fault took place and what
        --strict asks for is so; 1 not so, or the run could not start; 64 wrong usage; 130 stopped by
        a signal.
        """
}
