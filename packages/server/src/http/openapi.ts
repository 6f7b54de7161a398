import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { shareComponents } from './openapi-components.ts';
import { documentRetries } from './openapi-retries.ts';
import { documentErrors } from './operation.ts';
import type { App } from './types.ts';

type OpenApiDocument = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

const DESCRIPTION = `Binders with pages, comments, workflows and chat.

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
curl "$(demo base_url)oauth/token" -d uniqueid=demo-0 \\
  -d grant_type=http://www.service.com/auth_uniqueid -d timestamp="$(date +%s)000" \\
  -d client_id="$(demo client.client_id)" -d client_secret="$(demo client.client_secret)"
\`\`\`

Put the \`access_token\` of the answer into the field *Bearer Token* on this page, and every call can be tried here.

## Guides and clients

**[The guides](/docs/guides)** lead through each flow: signing people in, tokens for servers, [workflows](/docs/guides/workflows) (here: transactions), [bots](/docs/guides/bots) and [their events](/docs/guides/events), SAML, [administration](/docs/guides/administration), [operating](/docs/guides/operating). Beside each call stands its sample for curl, for many languages, and for \`@ringbinder/client\`, the [typed client](/docs/guides/client). Ids, times and tokens of the samples are made up; their form is real.`;

/**
 * Collects every route that is registered in this scope from now on into an OpenAPI 3.1 document (\`app.swagger()\`).
 * @param basePath the prefix of the scope, which is left off the document's paths
 */
export async function describeApi(app: App, basePath: string): Promise<void> {
  await app.register(swagger, {
    stripBasePath: true,
    transform: ({ schema, url }) => ({ schema: schema && documentErrors(schema), url }),
    transformObject: (parts) =>
      shareComponents(
        documentRetries('openapiObject' in parts ? { ...parts.openapiObject } : {}),
      ) as OpenApiDocument,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ringbinder',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      externalDocs: { url: '/docs/guides', description: 'Guides' },
      servers: [
        { url: basePath, description: 'Production' },
        { url: '/sandbox/v1', description: 'Sandbox' },
      ],
      tags: [
        {
          name: 'Authentication',
          description:
            'Tokens for the other calls. Form fields, not JSON; errors as RFC 6749 wants them. A token goes into the header `Authorization: Bearer …` or into the query parameter `access_token`.',
        },
        {
          name: 'Users',
          description: 'The calling user’s own profile.',
        },
        {
          name: 'Binders',
          description:
            'Shared workspaces and their members: the owner, those who read and write, those who only read.',
        },
        {
          name: 'Categories',
          description: 'A user’s own grouping of binders. Nobody else sees it.',
        },
        {
          name: 'Messages',
          description:
            'The chat of a binder, and its log: every change in the binder, in order and without a gap.',
        },
        {
          name: 'Pages',
          description:
            'What a binder holds: pages made of uploaded files, with signed links to their pictures.',
        },
        {
          name: 'Page comments',
          description: 'Remarks on a page as a whole, or on a place of it.',
        },
        {
          name: 'Transactions',
          description: 'Confirmation workflows: steps with buttons, each for one member, in an order.',
        },
        {
          name: 'Annotations',
          description:
            'Drawings on a page, SVG markup by an allow-list. They are read with the pages: `svg_tags`.',
        },
        {
          name: 'To-dos',
          description: 'A list of things to do, with assignee, due time and reminder.',
        },
        {
          name: 'Search',
          description: 'Finds what has all the words of a query, for those who may read the binder.',
        },
        {
          name: 'Files',
          description: 'Files as they were uploaded, those without pages too.',
        },
        {
          name: 'Realtime',
          description: 'A WebSocket that tells what happens in binders, as it happens.',
        },
        {
          name: 'Bots',
          description:
            'For bots: the events of a bot, in order and without a gap; and for those who meet one: its buttons, its settings in an org.',
        },
        {
          name: 'Administration',
          description:
            'Partners, orgs, users, clients, bot apps, identity providers, tokens, sessions, audit lists and usage. For admins of the partner or the org.',
        },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          query_token: { type: 'apiKey', in: 'query', name: 'access_token' },
        },
      },
    },
  });
}
