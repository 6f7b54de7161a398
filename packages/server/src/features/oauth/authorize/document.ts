type Json = Record<string, unknown>;

const parameter = (
  name: string,
  required: boolean,
  description: string,
  schema: Json = { type: 'string' },
) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});

const authorize = {
  operationId: 'authorize',
  summary: 'Ask a person for access',
  description:
    'This is a page, not a call: your app opens it in the browser of the user. The user signs in and gives consent. The server then redirects the browser to `redirect_uri` with `code` and `state`. With `response_type=token`, it adds `access_token` to the fragment instead of `code`. If access is not granted, it adds `error`.',
  tags: ['Authentication'],
  security: [],
  parameters: [
    parameter('response_type', true, '`code`, or `token` for the implicit flow.', {
      type: 'string',
      enum: ['code', 'token'],
    }),
    parameter('client_id', true, 'The app.'),
    parameter(
      'redirect_uri',
      false,
      'One of the registered addresses of the app. Optional if the app has only one address.',
    ),
    parameter('scope', false, '`read`, or `read write`.'),
    parameter('state', false, 'Returned unchanged.'),
    parameter(
      'code_challenge',
      false,
      'PKCE: the SHA-256 of the `code_verifier` in base64url. Required for a public client.',
    ),
    parameter('code_challenge_method', false, 'Always `S256`.', { type: 'string', enum: ['S256'] }),
  ],
  responses: {
    200: page('The page on which the user signs in or gives consent.'),
    303: { description: 'A redirect to the sign-in page or to `redirect_uri`.' },
    400: page(
      'A page that explains the error in the request. The server never redirects to an address that is not registered.',
    ),
    429: page('Too many requests.'),
  },
};

const scopes = {
  read: 'Read everything that the person may read.',
  write: 'Change what the person may change.',
};

export function documentAuthorization(document: Json, basePath: string): Json {
  const tokenUrl = `${basePath}/oauth/token`;
  const authorizationUrl = `${basePath}/oauth/authorize`;
  const oauth2 = {
    type: 'oauth2',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes },
      implicit: { authorizationUrl, scopes },
    },
  };
  const components = (document.components ?? {}) as Json;
  const securitySchemes = { ...(components.securitySchemes as Json), oauth2 };
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Json>>).map(
    ([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const security = operation.security as Json[] | undefined;
          if (!security || security.length === 0) return [method, operation];
          const scope = method === 'get' ? 'read' : 'write';
          return [method, { ...operation, security: [...security, { oauth2: [scope] }] }];
        }),
      ),
    ],
  );
  return {
    ...document,
    paths: { ...Object.fromEntries(paths), '/oauth/authorize': { get: authorize } },
    components: { ...components, securitySchemes },
  };
}
