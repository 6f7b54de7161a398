/** What the API's document says before its operations, as Markdown. e2e/run/samples.slow.test.ts pastes its commands. */
export const DESCRIPTION = `Binders with pages, comments, workflows and chat.

Every answer is \`{"code": "RESPONSE_SUCCESS", "data": …}\` or an error \`{"code", "message", "request_id", "errors"}\`.
All paths are relative to the base address of an environment: \`/v1\` (production) or \`/sandbox/v1\`.

A POST that got no answer can be sent again with the same \`Idempotency-Key\`. Over a limit the answer is 429 with \`Retry-After\`, in seconds; \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell how much is left. \`X-Request-Id\` names each answer in the log of the server.

## Get a token

Every call but those for tokens wants \`Authorization: Bearer …\`. Which way to a token is yours:

- [People sign in](/docs/guides/authorization-code) with Ringbinder: send their browser to \`oauth/authorize\` and exchange the \`code\` at \`oauth/token\`.
- [A server with users of its own](/docs/guides/unique-identifier): \`oauth/token\` with a unique identifier.
- [A bot](/docs/guides/bot-token): \`apps/token\`, signed with its client secret.

With the demo data of \`npm start\`, in its directory:

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

Put that token into the field *Bearer Token* on this page, and every call can be tried here. The samples for curl run in the terminal in which you pasted this: \`{binder_id}\` is \`$BINDER_ID\` there, and so on. What the demo does not have is made like this:

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

**[The guides](/docs/guides)** lead through each flow: signing people in, tokens for servers, [workflows](/docs/guides/workflows) (here: transactions), the [realtime channel](/docs/guides/realtime) and [its frames](/docs/guides/frames), [bots](/docs/guides/bots) and [their events](/docs/guides/events) (both as an [AsyncAPI document](/asyncapi.json)), SAML, [administration](/docs/guides/administration), [operating](/docs/guides/operating). Beside each call stands its sample for curl, for many languages, and for \`@ringbinder/client\`, the [typed client](/docs/guides/client). Other variables of the samples for curl, such as \`$FILE_ID\`, are ids that another call answered. Ids, times and tokens of answers are made up; their form is real.`;
