type Json = Record<string, unknown>;

export function shareComponents(document: Json): Json {
  const schemas: Json = {};
  const responses: Json = {};
  const shared = shareTitled(shareErrors(document, responses), schemas) as Json;
  const components = (shared.components ?? {}) as Json;
  const sharedResponses = shareTitled(responses, schemas) as Json;
  return {
    ...shared,
    components: { ...components, schemas: sorted(schemas), responses: sorted(sharedResponses) },
  };
}

export function shareTitled(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => shareTitled(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, shareTitled(inner, schemas)] as const);
  const copy: Json = Object.fromEntries(entries);
  const { title, type } = copy;
  if (typeof title !== 'string' || type === undefined) return copy;
  const existing = schemas[title];
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(copy))
    throw new Error(`two schemas have the title ${title}`);
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

function shareErrors(document: Json, responses: Json): Json {
  const names = new Map<string, string>();
  const nameOf = (code: string, response: Json): string => {
    const text = JSON.stringify(response);
    const name = names.get(text) ?? (code in responses ? `TOKEN_${code}` : code);
    names.set(text, name);
    responses[name] = response;
    return name;
  };
  const shareOf = (operation: Json): Json => {
    if (typeof operation.responses !== 'object' || operation.responses === null) return operation;
    const answers = Object.entries(operation.responses as Record<string, Json>).map(([status, response]) => {
      const code = /^RESPONSE_ERROR_\w+/.exec(String(response.description))?.[0];
      return [status, code ? { $ref: `#/components/responses/${nameOf(code, response)}` } : response];
    });
    return { ...operation, responses: Object.fromEntries(answers) };
  };
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Json>>).map(
    ([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, shareOf(operation)]),
      ),
    ],
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function sorted(components: Json): Json {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}
