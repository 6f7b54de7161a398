/** e2e/run/samples.slow.test.ts runs the commands in the description. */
export const DESCRIPTION = `Binders with pages, comments, workflows and chat.

Every response is \`{"code": "RESPONSE_SUCCESS", "data": …}\` or an error \`{"code", "message", "request_id", "reason", "params", "errors"}\`.
All paths are relative to the base address of an environment: \`/v1\` (production) or \`/sandbox/v1\`.

You can retry a POST without a response with the same \`Idempotency-Key\`. Above a limit the response is 429 with \`Retry-After\`, in seconds. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show how much is left. \`X-Request-Id\` identifies each response in the server’s log.

## Get a token

Every call except token requests needs \`Authorization: Bearer …\`. Choose one way to a token:

- [Users sign in](/docs/guides/authorization-code) with Ringbinder: send their browser to \`oauth/authorize\` and exchange the \`code\` at \`oauth/token\`.
- [A server with its own users](/docs/guides/unique-identifier): \`oauth/token\` with a unique identifier.
- [A bot](/docs/guides/bot-token): \`apps/token\`, signed with its client secret.

With the demo data of \`npm start\`, run this in its directory:

\`\`\`sh
demo() { node -p "JSON.parse(fs.readFileSync('\${DATA_DIR:-data}/demo.json')).$1"; }
field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
export API=$(demo base_url) PARTNER_ID=$(demo partner_id) ORG_ID=$(demo org_id) BINDER_ID=$(demo binder_id)
export USER_ID=$(demo 'users[1].id') UNIQUE_ID=$(demo 'users[1].unique_id') BOT_ID=$(demo bot.client_id)
export CLIENT_ID=$(demo client.client_id) CLIENT_SECRET=$(demo client.client_secret)
export TOKEN=$(curl -s "\${API}oauth/token" -d grant_type=http://www.service.com/auth_uniqueid \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET" \\
  -d uniqueid=demo-0 -d timestamp="$(date +%s)000" | field access_token)
echo "$TOKEN"
\`\`\`

Paste the token into the field *Bearer Token* on this page to try calls here. The curl samples run in the same terminal: \`{binder_id}\` is \`$BINDER_ID\`, and so on. Create the objects that the demo does not have:

\`\`\`sh
make() { curl -s "$API$BINDER_ID/$1" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "$2"; }
export MESSAGE_ID=$(make messages '{"message": {"text": "Hello"}}' | field data.binder_comment_id)
export PAGE_ID=$(make pages '{"type": "note", "name": "Terms", "text": "Five years."}' | field data.page_id)
export TODO_ID=$(make todos '{"name": "Send the contract"}' | field 'data.todos[0].id')
WORKFLOW=$(make transactions '{"title": "Loan", "content": "Five years", "steps": [{
  "assignee": {"unique_id": "demo-0", "org_id": "'$ORG_ID'"},
  "actions": [{"id": "approve", "text": "Approve"}, {"id": "reject", "text": "Reject", "outcome": "rejected"}]}]}')
export TRANSACTION_ID=$(echo "$WORKFLOW" | field data.transaction_id) STEP_ID=$(echo "$WORKFLOW" | field 'data.steps[0].id')
\`\`\`

## Guides and clients

**[The guides](/docs/guides)** explain each flow: sign-in, tokens for servers, [workflows](/docs/guides/workflows) (here: transactions), the [realtime channel](/docs/guides/realtime) and [its frames](/docs/guides/frames), [bots](/docs/guides/bots) and [their events](/docs/guides/events) (both as an [AsyncAPI document](/asyncapi.json)), SAML, [administration](/docs/guides/administration), and [operating](/docs/guides/operating).

Each call has samples for curl, many languages, and \`@ringbinder/client\`, the [typed client](/docs/guides/client). Other variables of the curl samples, such as \`$FILE_ID\`, are ids from other responses. Ids, times and tokens in the example responses are invented.`;
