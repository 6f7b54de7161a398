#!/usr/bin/env bash
# Starts OpenStack Swift with its S3 interface from Debian's packages on 127.0.0.1:8085, to run the tests of the file store
# against a real distributed store. As root, on a machine that has no other use of /etc/swift:
#
#   apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object memcached
#   bash packages/server/src/storage/files/testing/swift-server.sh /srv/swift-test
#   export AWS_ACCESS_KEY_ID=test:tester AWS_SECRET_ACCESS_KEY=testing
#   aws --endpoint-url http://127.0.0.1:8085 s3 mb s3://binders
#   TEST_S3_URL='s3://binders/tests?endpoint=http://127.0.0.1:8085' npm test -- packages/server/src/storage/files packages/server/src/features/files
set -euo pipefail
data=${1:?a directory on a file system with extended attributes}
mkdir -p "$data/devices/d1" "$data/log"
chown -R swift: "$data/devices"
cd /etc/swift

cat >swift.conf <<'END'
[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = gold
default = yes
END

for server in object:6210 container:6211 account:6212; do
  name=${server%%:*} port=${server##*:}
  rm -f "$name.builder" "$name.ring.gz"
  swift-ring-builder "$name.builder" create 6 1 1
  swift-ring-builder "$name.builder" add "r1z1-127.0.0.1:$port/d1" 1
  swift-ring-builder "$name.builder" rebalance
  cat >"$name-server.conf" <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
devices = $data/devices
mount_check = false
workers = 1
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
END
done

cat >proxy-server.conf <<'END'
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = 8085
workers = 1
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11299
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
END

memcached -d -u nobody -l 127.0.0.1 -p 11299
for name in object container account proxy; do
  setsid "swift-$name-server" "/etc/swift/$name-server.conf" >"$data/log/$name" 2>&1 &
done
