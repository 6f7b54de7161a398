# What the guides work with: the demo of `npm start`, and calls by its admin. Source it in the repository.
DEMO_JSON=${DATA_DIR:-data}/demo.json
if ! [ -f "$DEMO_JSON" ]; then
  echo "There is no $DEMO_JSON. Start the service by npm start, be in its repository, and set DATA_DIR here as it was set there." >&2
  return 1 2>/dev/null || exit 1
fi
demo() { node -p "JSON.parse(fs.readFileSync('$DEMO_JSON')).$1"; }
field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
# The Node 24 that `npm start` has installed.
PATH=$PWD/node_modules/.bin:$PATH

# Each answer ends with a line break.
curl() { command curl -w '\n' "$@"; }

API=$(demo base_url)
PARTNER=$(demo partner_id)
ORG=$(demo org_id)
ADMIN=$(curl -s "${API}oauth/token" \
  -d grant_type=http://www.service.com/auth_uniqueid -d uniqueid=demo-0 -d timestamp="$(date +%s)000" \
  -d client_id="$(demo client.client_id)" -d client_secret="$(demo client.client_secret)" | field access_token 2>/dev/null)
if [ -z "$ADMIN" ] || [ "$ADMIN" = undefined ]; then
  echo "$API gives no token for the demo of $DEMO_JSON. Does npm start run, with this DATA_DIR?" >&2
  return 1 2>/dev/null || exit 1
fi
export API PARTNER ORG ADMIN

# admin PATH [JSON]: a GET, or a POST of that JSON.
admin() {
  if [ $# = 1 ]; then curl -s "$API$1" -H "Authorization: Bearer $ADMIN"
  else curl -s "$API$1" -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$2"; fi
}

# new_client JSON: registers an app, and puts what it needs to know into the environment.
new_client() {
  local made
  made=$(admin "partners/$PARTNER/clients" "$1")
  CLIENT_ID=$(echo "$made" | field data.client_id)
  CLIENT_SECRET=$(echo "$made" | field data.client_secret)
  export CLIENT_ID CLIENT_SECRET
}
