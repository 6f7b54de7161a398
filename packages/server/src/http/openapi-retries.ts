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
export function documentRetries(document: Json): Json {
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
