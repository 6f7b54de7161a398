import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
}

interface Response {
  content?: Record<string, { schema: object }>;
}

export type OpenApiCheck = (
  method: string,
  path: string,
  status: number,
  contentType: string,
  body: unknown,
) => void;

const checks = new WeakMap<object, OpenApiCheck>();

export function openApiCheckFor(document: object): OpenApiCheck {
  const check = checks.get(document) ?? createOpenApiCheck(document);
  checks.set(document, check);
  return check;
}

/**
 * @param document the document served at `/openapi.json`
 * @param more `allow` accepts unknown properties, which newer servers may add
 */
export function createOpenApiCheck(document: object, more: 'refuse' | 'allow' = 'refuse'): OpenApiCheck {
  const { paths } = document as OpenApi;
  // For so few responses, optimising would take longer than it saves.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    code: { optimize: false },
  });
  const validators = new Map<object, ReturnType<typeof ajv.compile>>();
  const routes = Object.keys(paths).map((template) => ({ template, matches: templatePattern(template) }));
  routes.sort((a, b) => parameterCount(a.template) - parameterCount(b.template));

  return (method, path, status, contentType, body) => {
    const template = routes.find(
      ({ template, matches }) => matches.test(path) && paths[template]?.[method.toLowerCase()],
    )?.template;
    // Skip unknown operations. They return 400, or 401 and 429, which precede routing.
    if (template === undefined) return;
    const responses = paths[template]?.[method.toLowerCase()]?.responses ?? {};
    const response = followReference(responses[status], document) as Response | undefined;
    const schema = response?.content?.['application/json']?.schema;
    if (!contentType.startsWith('application/json')) {
      const isPage = response?.content?.['text/html'] && contentType.startsWith('text/html');
      assert.ok(status < 400 || isPage, `${method} ${template}: an error must be JSON, not ${contentType}`);
      return;
    }
    assert.ok(schema, `${method} ${template}: the OpenAPI document has no answer ${status}`);
    let validate = validators.get(schema);
    if (!validate) {
      const whole = resolved(schema, document) as object;
      validate = ajv.compile(more === 'allow' ? whole : (closed(whole) as object));
      validators.set(schema, validate);
    }
    assert.ok(
      validate(body),
      `${method} ${template} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`,
    );
  };
}

export function resolveReferences(document: unknown): unknown {
  return resolved(document, document);
}

function resolved(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const target = followReference(value, document);
  if (target !== value) return resolved(target, document);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, document)]));
}

function followReference(value: object | undefined, document: unknown): unknown {
  if (value === undefined || !('$ref' in value) || typeof value.$ref !== 'string') return value;
  const path = value.$ref.slice(2).split('/');
  return path.reduce((part, name) => (part as Record<string, unknown>)[name], document);
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined)
    copy.additionalProperties = false;
  return copy;
}

/** Paths of users, binders and orgs may look the same, except for the id's first letter. */
const FIRST_LETTERS: Readonly<Record<string, string>> = {
  '{user_id}': '(?![BO])',
  '{binder_id}': '(?!U|me/)',
};

function templatePattern(template: string): RegExp {
  const segments = template.replace(/\{[^}]+\}/g, (name) => `${FIRST_LETTERS[name] ?? ''}[^/]+`);
  return new RegExp(`^${segments}/?$`);
}

function parameterCount(template: string): number {
  return template.split('{').length;
}
