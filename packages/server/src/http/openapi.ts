import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { shareComponents } from './openapi-components.ts';
import { DESCRIPTION } from './openapi-description.ts';
import { documentErrors } from './operation.ts';
import type { App } from './types.ts';

/** The plugin gives a HEAD another id, as if it were that of a GET. Ours has one of its own. */
function withOwnId(schema: FastifySchema & { operationId?: string }): FastifySchema {
  const { operationId } = schema;
  return operationId === undefined ? schema : { ...schema, operationId: operationId.replace(/-head$/, '') };
}

type OpenApiDocument = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

/**
 * Collects every route that is registered in this scope from now on into an OpenAPI 3.1 document (\`app.swagger()\`).
 * @param basePath the prefix of the scope, which is left off the document's paths
 */
export async function describeApi(app: App, basePath: string): Promise<void> {
  await app.register(swagger, {
    stripBasePath: true,
    transform: ({ schema, url }) => ({ schema: schema && documentErrors(withOwnId(schema)), url }),
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
      externalDocs: { url: '/docs/guides', description: 'Guides, and the reference of the browser SDK' },
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
            'Partners, orgs, users, clients, bot apps, identity providers, tokens, sessions, audit logs and usage. For admins of the partner or the org.',
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

/** Any object of an OpenAPI document. */
type Json = Record<string, unknown>;

const parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made up by the caller, 1 to 255 printable ASCII characters without spaces, one for each change. A repeated call with the same key and body within 24 hours changes nothing and gets the first answer again, with the header `Idempotent-Replayed: true`; with another body or path it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

/** Names the header by which a POST can be repeated, on each operation of a document that takes it (`http/idempotency.ts`). */
function documentRetries(document: Json): Json {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Json>>).map(
    ([path, operations]) => {
      const { post } = operations;
      if (!post || !Array.isArray(post.security) || post.security.length === 0) return [path, operations];
      const parameters = [
        ...((post.parameters as Json[] | undefined) ?? []),
        { $ref: '#/components/parameters/IdempotencyKey' },
      ];
      return [path, { ...operations, post: { ...post, parameters } }];
    },
  );
  const components = {
    ...(document.components as Json | undefined),
    parameters: { IdempotencyKey: parameter },
  };
  return { ...document, paths: Object.fromEntries(paths), components };
}
