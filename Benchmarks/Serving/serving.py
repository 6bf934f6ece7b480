#!/usr/bin/env python3
"""Serves the same stored segments with shoal-node and with nginx proxy_cache, in the same run.

Both stand before the same origin and have everything in their caches before the clock starts. Every
answer of the node is compared with the file first. Prints requests and bytes a second of both, for segments
of 1 MiB and of 16 KiB, and what an idle viewer costs the node in memory. The client is the same for all: one
thread of wrk, as many connections that stay open. The node has one loop; nginx is there with as many workers
as it takes by itself, one for each core, and with one. Beside them, as what cannot be passed: one thread
of libmicrohttpd, of which the node's server is made, that gives the same bytes to whatever is asked.
"""

import argparse
import hashlib
import http.client
import os
import pathlib
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time

BARE = "libmicrohttpd alone"
SHOWS = {"large": (48, 1 << 20), "small": (256, 16 << 10)}
NGINX = """
daemon off;
worker_processes {workers};
error_log {folder}/{name}.error;
pid {folder}/{name}.pid;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on; tcp_nopush on; keepalive_requests 1000000;
  types {{ application/vnd.apple.mpegurl m3u8; video/mp2t ts; }}
  client_body_temp_path {folder}/{name}.t1; proxy_temp_path {folder}/{name}.t2;
  fastcgi_temp_path {folder}/{name}.t3; uwsgi_temp_path {folder}/{name}.t4; scgi_temp_path {folder}/{name}.t5;
  {more}
}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=".build/release", help="where shoal-node is")
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", default="auto", help="of nginx, which has one in another row")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--idle", type=int, default=2000, help="viewers that only hold a connection")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    with tempfile.TemporaryDirectory(prefix="shoal-serving-") as folder, Processes() as processes:
        os.chmod(folder, 0o755)
        measure(pathlib.Path(folder), processes, options)


def measure(folder, processes, options):
    sums = make_media(folder / "media")
    origin, proxy = free_port(), free_port()
    start_nginx(folder, processes, "origin", "1", f"server {{ listen 127.0.0.1:{origin}; root {folder}/media; }}")
    one = free_port()
    for name, workers, port in [("proxy", options.workers, proxy), ("one", "1", one)]:
        start_nginx(
            folder, processes, name, workers,
            f"proxy_cache_path {folder}/{name} keys_zone=z:10m max_size=1g;"
            f" server {{ listen 127.0.0.1:{port}; location / {{ proxy_cache z; proxy_cache_valid 200 1h;"
            f" proxy_pass http://127.0.0.1:{origin}; add_header X-Cache $upstream_cache_status; }} }}")
    node, process = start_node(folder, processes, options.build, origin)
    servers = {"nginx": (proxy, ""), "nginx, 1 worker": (one, ""), "shoal-node": (node, "/bench")}
    warm(servers, SHOWS, sums)
    bare = start_bare(folder, processes)
    # Before memory that the load has left behind could be used for them.
    idle = idle_cost(process, node, options.idle)
    results = {}
    for show in SHOWS:
        # The node has ended what nobody played while the others were measured.
        warm(servers, [show], sums)
        for _ in range(options.rounds):
            for name, (port, prefix) in servers.items():
                result = load(folder, port, prefix, show, options)
                results.setdefault((show, name), []).append(result)
            results.setdefault((show, BARE), []).append(load(folder, bare[show], "", show, options))
    print(f"{'segments':10} {'server':20} {'requests/s':>12} {'MB/s':>8}")
    behind = []
    for show in SHOWS:
        best = {name: max(results[(show, name)]) for name in [*servers, BARE]}
        for name in best:
            print(f"{show:10} {name:20} {best[name][0]:12.0f} {best[name][1] / 1e6:8.0f}")
        if best["shoal-node"][0] < best["nginx"][0]:
            behind.append(show)
    print(f"idle viewer: {idle / 1024:.1f} KiB")
    if behind:
        print("slower than nginx with segments that are", " and ".join(behind))
        sys.exit(1)


def make_media(folder):
    sums = {}
    for show, (count, length) in SHOWS.items():
        place = folder / show
        place.mkdir(parents=True)
        lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
        for number in range(count):
            body = random.Random(f"{show}{number}").randbytes(length)
            (place / f"s{number}.ts").write_bytes(body)
            sums[f"/{show}/s{number}.ts"] = hashlib.sha256(body).digest()
            lines += ["#EXTINF:2.0,", f"s{number}.ts"]
        (place / "index.m3u8").write_text("\n".join(lines + ["#EXT-X-ENDLIST", ""]))
    return sums


def start_nginx(folder, processes, name, workers, more):
    path = folder / f"{name}.conf"
    path.write_text(NGINX.format(folder=folder, name=name, workers=workers, more=more))
    processes.start(["nginx", "-c", str(path), "-e", f"{folder}/{name}.error", "-g", user()])


def start_bare(folder, processes):
    """The ports at which there are as many bytes as a segment of each show has, and always the same."""
    source, program = pathlib.Path(__file__).parent / "bare_mhd.c", folder / "bare_mhd"
    subprocess.run(["clang", "-O2", "-o", program, source, "-lmicrohttpd"], check=True)
    ports = {}
    for show, (_, length) in SHOWS.items():
        process = processes.start([program, str(length)], stdout=subprocess.PIPE)
        ports[show] = int(process.stdout.readline())
    return ports


def user():
    return "user root;" if os.getuid() == 0 else ""


def start_node(folder, processes, build, origin):
    tracker, keys = f"{build}/shoal-tracker", str(folder / "operator.keys")
    port = free_port()
    subprocess.run([tracker, "keygen", "--out", keys], check=True, stdout=subprocess.DEVNULL)
    key = subprocess.run(
        [tracker, "sdk-key", "--keys", keys, "--host", "127.0.0.1", "--port", str(port), "--app", "bench"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    processes.start([tracker, "serve", "--keys", keys, "--listen", f"127.0.0.1:{port}"])
    process = processes.start(
        [f"{build}/shoal-node", "--sdk-key", key, "--edge", "--loopback", "--access-log=false",
         "--listen", "127.0.0.1:0", "--sites.bench.origin", f"http://127.0.0.1:{origin}/",
         "--interval", "1000"], stdout=subprocess.PIPE)
    for line in process.stdout:
        found = re.search(r"site url=http://127.0.0.1:(\d+)/bench/", line)
        if found:
            return int(found.group(1)), process
    sys.exit("shoal-node ended before it served")


def warm(servers, shows, sums):
    for name, (port, prefix) in servers.items():
        connection = connect(port)
        for show in shows:
            get(connection, f"{prefix}/{show}/index.m3u8")
            for turn in range(2):
                for number in range(SHOWS[show][0]):
                    path = f"/{show}/s{number}.ts"
                    answer, body = get(connection, prefix + path)
                    if answer.status != 200 or hashlib.sha256(body).digest() != sums[path]:
                        sys.exit(f"{name} gave something else for {path}: {answer.status}")
                    if turn and answer.getheader("X-Cache") not in ("STORE", "HIT"):
                        sys.exit(f"{name} has not stored {path}: {answer.getheader('X-Cache')}")
        connection.close()


def connect(port):
    deadline = time.monotonic() + 10
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.connect()
            return connection
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def get(connection, path):
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer, answer.read()


def load(folder, port, prefix, show, options):
    script = folder / "paths.lua"
    script.write_text(
        f"local n = 0\nrequest = function()\n  n = n + 7\n"
        f"  return wrk.format('GET', '{prefix}/{show}/s' .. (n % {SHOWS[show][0]}) .. '.ts')\nend\n")
    said = subprocess.run(
        ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "-s", str(script),
         f"http://127.0.0.1:{port}/"],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    requests = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    return requests, requests * SHOWS[show][1]


def idle_cost(process, port, count):
    """Bytes of memory of the node for each of so many connections that have played and wait."""
    before = memory(process)
    held = []
    for _ in range(count):
        connection = connect(port)
        get(connection, "/bench/small/s0.ts")
        held.append(connection)
    after = memory(process)
    for connection in held:
        connection.close()
    return (after - before) / count


def memory(process):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", text).group(1)) * 1024


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Processes:
    def __enter__(self):
        self.started = []
        return self

    def start(self, words, stdout=subprocess.DEVNULL):
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=stdout, text=True)
        self.started.append(process)
        return process

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            process.wait()


if __name__ == "__main__":
    main()
