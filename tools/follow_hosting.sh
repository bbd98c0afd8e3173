#!/usr/bin/env bash
# Follows docs/guide/hosting.md to the letter, as root, `postgres` and the service's user: installs a
# server, sets PostgreSQL up, backs up and restores, on both databases. For a machine that is thrown
# away: `tools/bare.sh host` runs it in a root folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=/var/lib/undercroft backups=/var/backups password=lanterns7

block() { # NAME: print the commands that stand below <!-- run: NAME -->
  awk -v mark="<!-- run: $1 -->" '
    $0 == mark { found = 1; next }
    found && /^```sh$/ { inside = 1; next }
    inside && /^```$/ { exit }
    inside' docs/guide/hosting.md
}

follow() { # NAME: run them; what they ask for is typed on standard input
  echo "followed: $1"
  block "$1" >/tmp/followed.sh
  test -s /tmp/followed.sh
  setsid --wait sh -e /tmp/followed.sh
}

serve() { # [DATABASE]: start the server as its own user, and wait until it is well
  : >/tmp/serve.log
  UNDERCROFT_DATABASE=${1:-} setsid runuser -u undercroft -- /opt/undercroft/bin/undercroft serve \
    --no-browser --port 0 --data $data >/tmp/serve.log 2>&1 </dev/null &
  for _ in $(seq 300); do
    address=$(grep -oE 'http://[0-9.:]+' /tmp/serve.log | head -n 1 || true)
    if [ -n "$address" ] && visit healthz; then return; fi
    sleep 0.2
  done
  cat /tmp/serve.log >&2
  return 1
}

stop() {
  pkill -TERM --uid undercroft -f /opt/undercroft/bin/undercroft
  while pgrep --uid undercroft -f /opt/undercroft/bin/undercroft >/dev/null; do sleep 0.2; done
}

visit() { # healthz | begin FILE | goes-on FILE: what a guest does, who is kept in a file
  python3 - "$address" "$@" <<'PYTHON'
import json, sys, urllib.request
from http.cookiejar import LWPCookieJar

address, do, *file = sys.argv[1:]
jar = LWPCookieJar(*file)
if do == "goes-on":
    jar.load(ignore_discard=True)
browser = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar)
)

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with browser.open(request, timeout=30) as reply:
        return reply.read()

try:
    if do == "healthz":
        ask("/healthz")
        sys.exit()
    if do == "begin":
        ask("/")
        play = json.loads(ask("/api/plays", {"game": "tomb"}))
        jar.save(ignore_discard=True)
        open(file[0] + ".play", "w").write(play["id"])
    play = json.loads(ask("/api/plays/" + open(file[0] + ".play").read()))
    answer = play["question"]["options"][0]["answer"]
    after = json.loads(ask(f"/api/plays/{play['id']}/answers", {"at": play["at"], "answer": answer}))
    assert after["at"] > play["at"]
except OSError as error:
    sys.exit(f"{do}: {error}")
PYTHON
}

export DEBIAN_FRONTEND=noninteractive
apt-get install -y -qq postgresql sqlite3 procps >/dev/null
python3 -m venv /opt/undercroft
/opt/undercroft/bin/pip install -qq --no-input -c constraints.txt '.[web]'
useradd --system --home-dir /nonexistent undercroft
install -d -m 700 -o undercroft -g undercroft $data

serve
visit begin /tmp/ann
follow "back up sqlite"
visit begin /tmp/bob
stop
rm -rf ${data:?}/* # a new machine
serve
stop
follow "restore sqlite"
serve
visit goes-on /tmp/ann
if visit goes-on /tmp/bob 2>/dev/null; then echo "that is not the backup" >&2; exit 1; fi
stop

read -r version cluster _ < <(pg_lsclusters -h)
pg_ctlcluster "$version" "$cluster" start 2>/dev/null || pg_lsclusters -h | grep -q online
database=postgresql://undercroft:$password@localhost/undercroft
follow "set up postgresql" <<<"$password"$'\n'"$password"
serve "$database"
visit begin /tmp/cid
follow "back up postgresql"
visit begin /tmp/dot
follow "fill postgresql"
stop
rm $data/secret # a new machine
follow "restore postgresql"
serve "$database"
visit goes-on /tmp/cid
if visit goes-on /tmp/dot 2>/dev/null; then echo "that is not the backup" >&2; exit 1; fi
stop
pg_ctlcluster "$version" "$cluster" stop
ls -l $data $backups
echo "The hosting guide gives a server that works, on SQLite and PostgreSQL."
