# `make swarm` runs a tracker, an nginx origin and eight peers on this machine; `make test` runs all tests.
# Both install what is missing first and can be repeated. ARGS go to shoal-swarm: make swarm ARGS="--peers 4".

.PHONY: swarm test build install deb try-deb fleet disks players latency events screenshots \
    bench startup soak day serve-benchmark floods simulate hostile kills fuzz mutants interop \
    format lint ci

swarm:
	@.ci/install
	@swift build -c release --product shoal-swarm
	@swift build -c release --product shoal-tracker
	@.build/release/shoal-swarm $(ARGS)

test:
	@.ci/install tests
	@.ci/tests $(ARGS)

# ARGS="--media hls-ts,mp3 --players mpv" for a part; the table keeps what is known of the rest.
players:
	@.ci/install players
	swift build -c release --product shoal-node
	swift build -c release --product shoal-tracker
	swift build -c release --product example-latency
	Tests/Players/matrix.py --table Tests/Players/Table.md $(ARGS)

# A page in Chromium goes from the default mode of a live channel to low latency and back.
latency:
	@.ci/install players
	swift build -c release --product example-latency
	swift build -c release --product shoal-tracker
	Tests/Players/matrix.py --media "" --scenes latency-switch

# Two minutes of a recorded event for two viewers, whose tokens expire every 20 seconds.
events:
	@.ci/install tests
	SHOAL_EVENT_SECONDS=120 swift test --disable-xctest --no-parallel \
	    --filter '^ShoalTests\.ShoalTests/EventExpiryTests'

build:
	@.ci/install
	swift build -c release

# Programs, pages and units; their users and /etc/shoal are yours to make, which the packages do themselves.
PREFIX ?= /usr/local
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man8 $(DESTDIR)$(PREFIX)/lib/systemd/system
	install .build/release/shoal-node .build/release/shoal-tracker $(DESTDIR)$(PREFIX)/bin
	install -m 0644 packaging/man/*.8 $(DESTDIR)$(PREFIX)/share/man/man8
	for unit in packaging/systemd/*.service; do \
	    sed 's#/usr/bin/#$(PREFIX)/bin/#' $$unit >$(DESTDIR)$(PREFIX)/lib/systemd/system/$${unit##*/}; \
	done

# Packages of node and tracker in .build/deb, which need no Swift toolchain where they are installed.
deb:
	@.ci/install packages
	packaging/deb

# Installs them in a new Debian made for that, and plays a film there. Needs root.
try-deb: deb
	packaging/try

# Five minutes of 300 paced viewers at three nodes, live and film, of two sites.
fleet:
	@.ci/install
	swift build -c release --product shoal-node
	swift build -c release --product shoal-tracker
	Tests/Fleet/fleet.py $(ARGS)

bench:
	@.ci/install
	.ci/bench

# The time to the first media byte beside that of a player alone, whatever tracker and peers do; fails where
# the median of 30 is 50 ms more. Before all other processes, where that is allowed: machines are busy.
startup:
	@.ci/install
	swift build -c release --product SessionBenchmark
	$$(chrt -r 1 true 2>/dev/null && echo chrt -r 1) .build/release/SessionBenchmark start

# Sessions that come and go for half an hour; fails where the heap grows by 1 MiB an hour, or handles do.
soak:
	@.ci/install
	swift build -c release --product SessionBenchmark
	.build/release/SessionBenchmark soak $(ARGS)

# 24 hours of a process in virtual time; fails where what it holds grows.
day:
	@.ci/install
	swift build -c release --product DaySimulator
	.build/release/DaySimulator

# 10,000 half-open connections and 5,000 new ones a second against a node and a tracker; fails by counts alone.
floods:
	@.ci/install
	swift build -c release --product FloodBenchmark
	.build/release/FloodBenchmark

# Stored segments served by a node and by nginx proxy_cache, in the same run; fails where the node is slower.
serve-benchmark:
	@.ci/install serving
	swift build -c release --product shoal-node
	swift build -c release --product shoal-tracker
	Benchmarks/Serving/serving.py $(ARGS)

simulate:
	@.ci/install
	.ci/simulate all

# A minute of fourteen viewers, each a process of its own, among hostile peers of every kind.
hostile:
	@.ci/install tests
	SHOAL_HOSTILE_SECONDS=60 swift test --disable-xctest --no-parallel \
	    --filter '^ShoalSwarmTests\.HostileProcessesTests'

# A process that writes to a store is killed a hundred times, and the store opened after each.
# A node whose disk fills up and then fails under its viewers; takes the rights to mount one.
disks:
	@.ci/install
	swift build -c release --product shoal-node
	swift build -c release --product shoal-tracker
	Tests/Fleet/disks.py $(ARGS)

kills:
	@.ci/install tests
	SHOAL_KILLS=100 swift test --disable-xctest --no-parallel --filter '^StoreTests\.StoreKillTests'

# A minute for each target; ARGS="CMCDFuzz DASHFuzz" for some of them.
fuzz:
	@.ci/install
	FUZZ_SECONDS="$${FUZZ_SECONDS:-60}" .ci/fuzz $(ARGS)

# Every check of the security code, made wrong, must make a test fail; ARGS="ticket" for some of them.
mutants:
	@.ci/install tests
	.ci/mutants $(ARGS)

# 1,000 handshakes with each of two other implementations of Noise, half of them in either role.
interop:
	@.ci/install tests
	SHOAL_HANDSHAKES=250 swift test --disable-xctest --no-parallel --filter '^TransportTests\.InteropTests'

# The dashboards of a tracker and a node amid a swarm, in a real browser.
screenshots:
	@.ci/install players
	swift build -c release --product shoal-node
	swift build -c release --product shoal-tracker
	swift build -c release --product hostile-peers
	Tests/Dashboard/screenshots.py .build/release Sources/Shoal/Shoal.docc/Resources

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests tracker Benchmarks Examples

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests tracker Benchmarks Examples

ci:
	.ci/run
