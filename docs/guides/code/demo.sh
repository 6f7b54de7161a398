# Functions for the guides: the demo data of `npm start`, and calls by its admin. Source it in the repository.
DEMO_JSON=${DATA_DIR:-data}/demo.json
if ! [ -f "$DEMO_JSON" ]; then
  echo "$DEMO_JSON does not exist. Run npm start, change to its directory, and set DATA_DIR as for npm start." >&2
  return 1 2>/dev/null || exit 1
fi
demo() { node -p "JSON.parse(fs.readFileSync('$DEMO_JSON')).$1"; }
field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
# The Node 24 that `npm start` installs.
PATH=$PWD/node_modules/.bin:$PATH

# Each response ends with a line break.
curl() { command curl -w '\n' "$@"; }

API=$(demo base_url)
PARTNER=$(demo partner_id)
ORG=$(demo org_id)
ADMIN=$(curl -s "${API}oauth/token" \
  -d grant_type=http://www.service.com/auth_uniqueid -d uniqueid=demo-0 -d timestamp="$(date +%s)000" \
  -d client_id="$(demo client.client_id)" -d client_secret="$(demo client.client_secret)" | field access_token 2>/dev/null)
if [ -z "$ADMIN" ] || [ "$ADMIN" = undefined ]; then
  echo "$API returned no token for the demo in $DEMO_JSON. Is npm start running with this DATA_DIR?" >&2
  return 1 2>/dev/null || exit 1
fi
export API PARTNER ORG ADMIN

# admin PATH [JSON]: a GET, or a POST of that JSON.
admin() {
  if [ $# = 1 ]; then curl -s "$API$1" -H "Authorization: Bearer $ADMIN"
  else curl -s "$API$1" -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$2"; fi
}

# new_client JSON: registers a client, and exports its id and secret.
new_client() {
  local made
  made=$(admin "partners/$PARTNER/clients" "$1")
  CLIENT_ID=$(echo "$made" | field data.client_id)
  CLIENT_SECRET=$(echo "$made" | field data.client_secret)
  export CLIENT_ID CLIENT_SECRET
}
