/**
 * Lists the fields of requests and responses in docs/api/fields.txt. New versions of the API may add lines,
 * but must fulfil all old ones (VER-2).
 */

type Json = { readonly [key: string]: unknown };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface FieldChanges {
  lines: string[];
  problems: string[];
}

/**
 * Returns sorted lines, such as `POST /me/binders takes name string` and `#Binder answers id string`. `#`
 * precedes the name of a shared schema.
 */
export function fieldLines(document: Json): string[] {
  const lines = new Set<string>();
  const components = at(document, 'components') as Json;
  const seen = new Set<string>();

  function walk(schema: Json, head: string, path: string, direction: 'takes' | 'answers'): void {
    const name = nameOf(schema);
    if (name !== undefined) {
      lines.add(`${head} ${direction} ${path || 'body'} #${name}`);
      if (seen.has(`${direction} ${name}`)) return;
      seen.add(`${direction} ${name}`);
      walk(at(components, 'schemas', name) as Json, `#${name}`, '', direction);
      return;
    }
    for (const union of ['anyOf', 'oneOf', 'allOf'])
      for (const one of list(schema[union])) walk(one as Json, head, path, direction);
    for (const type of list(schema.type)) lines.add(`${head} ${direction} ${path || 'body'} ${type}`);
    if (direction === 'takes')
      for (const value of list(schema.enum))
        lines.add(`${head} takes ${path || 'body'} = ${JSON.stringify(value)}`);
    if (schema.items) walk(schema.items as Json, head, `${path}[]`, direction);
    const required = list(schema.required);
    for (const [field, of] of Object.entries((schema.properties ?? {}) as Json)) {
      const inner = path === '' ? field : `${path}.${field}`;
      if (required.includes(field)) lines.add(`${head} ${direction} ${inner} always`);
      walk(of as Json, head, inner, direction);
    }
  }

  for (const [path, item] of Object.entries(document.paths as Json))
    for (const method of METHODS) {
      const call = at(item, method) as Json | undefined;
      if (!call) continue;
      const head = `${method.toUpperCase()} ${path}`;
      for (const each of list(call.parameters)) {
        const parameter = resolved(document, each as Json);
        const inner = `${parameter.in}:${parameter.name}`;
        if (parameter.required && parameter.in !== 'path') lines.add(`${head} takes ${inner} always`);
        walk(parameter.schema as Json, head, inner, 'takes');
      }
      for (const content of Object.values((at(call, 'requestBody', 'content') ?? {}) as Json))
        walk(at(content, 'schema') as Json, head, '', 'takes');
      for (const [status, response] of Object.entries(call.responses as Json)) {
        if (!status.startsWith('2')) continue;
        const contents = Object.entries((at(resolved(document, response as Json), 'content') ?? {}) as Json);
        for (const [type, content] of contents) {
          lines.add(`${head} answers ${status} ${type}`);
          const schema = at(content, 'schema') as Json | undefined;
          if (schema) walk(schema, head, '', 'answers');
        }
      }
    }
  return [...lines].toSorted();
}

/**
 * Merges the listed lines with the current API's. Reports each listed line that the API no longer fulfils,
 * and each new required field of an existing call or schema.
 */
export function addFields(before: readonly string[], now: readonly string[]): FieldChanges {
  const previous = new Set(before);
  const isTrue = new Set(now);
  const isDemand = (line: string) => / takes \S+ always$/.test(line);
  const headOf = (line: string) => line.slice(0, / (takes|answers) /.exec(line)?.index);
  const heads = new Set(before.filter((line) => / takes /.test(line)).map(headOf));
  const removed = before.filter((line) => !isTrue.has(line) && !isDemand(line));
  const demanded = now.filter((line) => isDemand(line) && !previous.has(line) && heads.has(headOf(line)));
  return {
    lines: [...new Set([...before.filter((line) => isTrue.has(line) || !isDemand(line)), ...now])].toSorted(),
    problems: [
      ...removed.map((line) => `“${line}” is no longer true`),
      ...demanded
        .filter((line) => isBelowListed(line, previous))
        .map((line) => `“${line}” is new: who called before does not give it`),
    ],
  };
}

function isBelowListed(line: string, previous: ReadonlySet<string>): boolean {
  const [, head = '', path = ''] = /^(.*) takes (\S+) always$/.exec(line) ?? [];
  const outer = path.replace(/(\[\])?\.?[^.]*$/, '');
  return outer === '' || [...previous].some((each) => each.startsWith(`${head} takes ${outer} `));
}

function nameOf(schema: Json): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}

function resolved(document: Json, value: Json): Json {
  return typeof value.$ref === 'string' ? (at(document, ...value.$ref.slice(2).split('/')) as Json) : value;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((currentValue: unknown, key) => (currentValue as Json | undefined)?.[key], value);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
