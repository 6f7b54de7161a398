import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { shareComponents } from './openapi-components.ts';
import { documentErrors } from './operation.ts';
import type { App } from './types.ts';

type OpenApiDocument = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

const DESCRIPTION = `Binders with pages, comments, workflows and chat.

Every answer is \`{"code": "RESPONSE_SUCCESS", "data": …}\` or an error \`{"code", "message", "request_id", "errors"}\`.
All paths are relative to the base address of an environment: \`/v1\` (production) or \`/sandbox/v1\`.`;

/**
 * Collects every route that is registered in this scope from now on into an OpenAPI 3.1 document (\`app.swagger()\`).
 * @param basePath the prefix of the scope, which is left off the document's paths
 */
export async function describeApi(app: App, basePath: string): Promise<void> {
  await app.register(swagger, {
    stripBasePath: true,
    transform: ({ schema, url }) => ({ schema: schema && documentErrors(schema), url }),
    transformObject: (parts) =>
      shareComponents('openapiObject' in parts ? { ...parts.openapiObject } : {}) as OpenApiDocument,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ringbinder',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        { url: basePath, description: 'Production' },
        { url: '/sandbox/v1', description: 'Sandbox' },
      ],
      tags: [
        { name: 'Authentication' },
        { name: 'Users' },
        { name: 'Binders' },
        { name: 'Categories' },
        { name: 'Messages' },
        { name: 'Pages' },
        { name: 'Page comments' },
        { name: 'Transactions' },
        { name: 'Annotations' },
        { name: 'To-dos' },
        { name: 'Search' },
        { name: 'Files' },
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
