import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { shareComponents } from './openapi-components.ts';
import { DESCRIPTION } from './openapi-description.ts';
import { describeWebhooks } from './openapi-webhooks.ts';
import { documentErrors } from './operation.ts';
import type { App } from './types.ts';

/** Removes `-head`, which the plugin appends to the ids of HEAD operations. */
function withOwnId(schema: FastifySchema & { operationId?: string }): FastifySchema {
  const { operationId } = schema;
  return operationId === undefined ? schema : { ...schema, operationId: operationId.replace(/-head$/, '') };
}

type OpenApiDocument = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

export async function describeApi(app: App, basePath: string): Promise<void> {
  await app.register(swagger, {
    stripBasePath: true,
    transform: ({ schema, url }) => ({ schema: schema && documentErrors(withOwnId(schema)), url }),
    transformObject: (parts) =>
      shareComponents(
        documentRetries({
          ...('openapiObject' in parts ? parts.openapiObject : {}),
          webhooks: JSON.parse(JSON.stringify(describeWebhooks())),
        }),
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
            'Tokens for the other calls. These calls take form fields, not JSON, and return errors of RFC 6749. Send a token in the header `Authorization: Bearer …` or in the query parameter `access_token`.',
        },
        {
          name: 'Users',
          description: 'The calling user’s own profile.',
        },
        {
          name: 'Binders',
          description: 'Shared workspaces and their members: the owner, editors and viewers.',
        },
        {
          name: 'Categories',
          description: 'A user’s own groups of binders, which nobody else sees.',
        },
        {
          name: 'Messages',
          description:
            'The chat of a binder, and its log: every change in the binder, in order and without gaps.',
        },
        {
          name: 'Pages',
          description:
            'The content of a binder: pages from uploaded files, with signed links to their pictures.',
        },
        {
          name: 'Page comments',
          description: 'Comments on a page, or on a place on it.',
        },
        {
          name: 'Transactions',
          description: 'Approval workflows: ordered steps with buttons, each for one member.',
        },
        {
          name: 'Annotations',
          description: 'Drawings on a page: SVG markup from an allow-list. Pages contain them as `svg_tags`.',
        },
        {
          name: 'To-dos',
          description: 'To-dos with assignee, due time and reminder.',
        },
        {
          name: 'Search',
          description: 'Finds content with all the words of a query, for readers of the binder.',
        },
        {
          name: 'Files',
          description: 'Files as uploaded, including those without pages.',
        },
        {
          name: 'Realtime',
          description: 'A WebSocket that announces changes in binders immediately.',
        },
        {
          name: 'Bots',
          description:
            'The events of a bot, in order and without gaps, its buttons, and its settings in an org.',
        },
        {
          name: 'Events',
          description:
            'The log of events of a client: everything that happens in its orgs, in order and without gaps.',
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

type Json = Record<string, unknown>;

const parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller for each change: 1 to 255 printable ASCII characters without spaces. Within 24 hours, a call with the same key and body changes nothing and returns the first response, with the header `Idempotent-Replayed: true`. With another body or path it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

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
