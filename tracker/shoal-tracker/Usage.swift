/// The help texts.
enum Usage {
    static func text(of command: Command?) -> String {
        switch command {
        case nil: overview
        case .keygen: keygen
        case .sdkKey: sdkKey
        case .serve: serve
        case .checkPolicy: checkPolicy
        case .key: key
        case .grant: grant
        case .licence: licence
        }
    }

    private static let overview = """
        Runs a Shoal tracker: it introduces peers to each other, and never sees media.

        usage: shoal-tracker COMMAND [OPTION...]

        commands:
          keygen    make the operator's key file
          sdk-key   print the key that an app joins the tracker with
          serve     run the tracker
          key       make the key file of a backend that issues grants
          grant     print a grant, which lets one client into a swarm
          licence   print the licence that an app is started with
          check-policy  say whether a policy file is valid

        shoal-tracker --print-policy prints a policy file with every setting at its default;
        shoal-tracker --version prints the version.

        In three steps:
          shoal-tracker keygen --out operator.keys
          shoal-tracker sdk-key --keys operator.keys --host tracker.example.com --port 7400 --app tv
          shoal-tracker serve --keys operator.keys --listen 0.0.0.0:7400

        exit status: 0 done, 1 the system refused, 2 a file is not valid, 64 wrong usage

        shoal-tracker COMMAND --help explains a command.
        """

    private static let keygen = """
        Makes the operator's key file. Everything the tracker signs follows from it: keep a copy,
        and keep it secret.

        usage: shoal-tracker keygen [--out FILE]

          --out FILE    where to (default: operator.keys); readable by its owner only,
                        and never overwritten
        """

    private static let sdkKey = """
        Prints the key that an app joins the tracker with. The same operator keys and app id always
        give the same content key, so a tracker can move to another host and apps still agree.

        usage: shoal-tracker sdk-key --keys FILE --host HOST --port PORT --app ID

          --keys FILE    the operator's key file
          --host HOST    name or IP address of the tracker, as apps reach it
          --port PORT    its port
          --app ID       names the app; printable ASCII, at most 64 characters
        """

    private static let serve = """
        Runs the tracker until SIGTERM or SIGINT. Logs to standard output, one event a line, as
        key=value; the first line says where it listens. Addresses are logged as networks.

        usage: shoal-tracker serve --keys FILE [OPTION...]

          --keys FILE           the operator's key file
          --listen ADDR:PORT    where to listen (default: 0.0.0.0:7400); [ADDR]:PORT for IPv6,
                                port 0 lets the system choose
          --app ID              serve this app only (default: every app with a key of the operator)
          --policy FILE         what clients may do, limits, intervals; see below
          --local-swarm         the policy for peers that all run on one machine
          --port-file FILE      write the port there once listening
          --sdk-key-file FILE   write an SDK key for --app there once listening
          --public-host HOST    the host in that key (default: the address of --listen)
          --admin ADDR:PORT     the operator's listener, on a loopback address: a dashboard at /, and
                                /healthz, /readyz, /metrics, /debug/status; see below
          --admin-port-file FILE   write its port there once listening
          --orders FILE         keep what is banned and revoked there in this file, and read it at the
                                start; made with the first order
          --admin-token-file FILE  let who holds the token in it change things; made if it is not there
          --log-format FORMAT   text (default) or json

        With a token, over the admin listener:
          T="Authorization: Bearer $(cat FILE)"; A=http://127.0.0.1:PORT/admin
          curl -H "$T" -X POST "$A/ban?peer=PREFIX"      end a client's session for good; 8 digits or
                                                         more of its key, as the dashboard shows it
          curl -H "$T" -X POST "$A/revoke?app=ID"        let in nobody of an app; or ?grant=ID
          curl -H "$T" -X POST "$A/lift?peer=KEY"        take either back; or ?app=ID, ?grant=ID
          curl "$A/policy" > now.policy                  the policy that holds
          curl -H "$T" --data-binary @new.policy "$A/policy"  another, until SIGHUP or the end
          curl -H "$T" -X POST "$A/reload"               the same as SIGHUP
        What is banned and revoked so holds until the tracker ends, or with --orders until it is lifted.

        A policy file is JSON5 and names what differs from the defaults; apps may have settings of
        the group client for themselves:
          {
            client: { uploadBytesPerSecond: 1000000 },
            notary: { k: 2, graceSeconds: 0.5 },
            apps: { tv: { p2pAllowed: false } },
          }
        shoal-tracker --print-policy lists all settings, and check-policy FILE checks a file. On SIGHUP
        the tracker reads its file again, and tells clients; if the file is not valid then, what held
        goes on to hold, and the log says why.
        """

    private static let key = """
        Makes the key file of a backend that issues grants, and prints its public key in hexadecimal.
        A tracker takes its grants once that key is in the policy: { grants: { issuers: ["..."] } }.
        Taken out again, with SIGHUP, all that it let in is put out at once.

        usage: shoal-tracker key [--out FILE]

          --out FILE    where to (default: issuer.key); readable by its owner only,
                        and never overwritten
        """

    private static let grant = """
        Prints a grant: the word of an issuer that one client may take part. It is bound to the
        client's key, which the app's engine hands to whoever asks for the grant, and can be used
        once. Trackers ask for grants where the policy says client.grantsRequired.

        usage: shoal-tracker grant --keys FILE --sdk-key FILE --bundle ID --client-key KEY [OPTION...]

          --keys FILE           an issuer's key file, or the operator's
          --sdk-key FILE        the SDK key of the app
          --bundle ID           the bundle id of the app
          --client-key KEY      the client's key, 64 hexadecimal digits
          --content ID          for this content only (default: every content of the app)
          --swarm ID            for this swarm only, 64 hexadecimal digits
          --role ROLE           viewer, or edge for a node that the operator runs (default: viewer)
          --use-within SECONDS  how long the client has to use it, at most 300 (default: 300)
          --lasts SECONDS       how long what it opens lasts (default: 21600)
        """

    private static let licence = """
        Prints the licence that an app is started with before it plays with tickets: the operator's word
        that this app, under this bundle id, may run until a day. The app checks it by its SDK key,
        offline, with P2PSDK.start; nothing takes it back before its day.

        usage: shoal-tracker licence --keys FILE --app ID --bundle ID --until DAY

          --keys FILE    the operator's key file, of which the app's SDK key is, too
          --app ID       the app, as its SDK key names it
          --bundle ID    the bundle id of the app; printable ASCII, at most 100 characters
          --until DAY    the last day it is good, by UTC: YYYY-MM-DD
        """

    private static let checkPolicy = """
        Says whether a policy file is valid, or what is wrong with it and where.

        usage: shoal-tracker check-policy FILE
        """
}
