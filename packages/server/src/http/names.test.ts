import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';

test('[HTTP-34] every field of a request that is a name says so in its schema', () => {
  const { paths, components } = JSON.parse(
    readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
  );
  assert.ok(components);
  const NAMES = new Set(['name', 'title', 'topic', 'first_name', 'last_name', 'org_name', 'partner_name']);
  const unchecked: string[] = [];
  let checked = 0;
  const look = (schema: Record<string, unknown>, where: string): void => {
    const {
      properties = {},
      items,
      anyOf = [],
      allOf = [],
      oneOf = [],
    } = schema as {
      properties?: Record<string, Record<string, unknown>>;
      items?: Record<string, unknown>;
      anyOf?: Record<string, unknown>[];
      allOf?: Record<string, unknown>[];
      oneOf?: Record<string, unknown>[];
    };
    for (const [name, property] of Object.entries(properties)) {
      if (NAMES.has(name) && property.type === 'string') {
        checked++;
        if (property.format !== 'name') unchecked.push(`${where} ${name}`);
      }
      look(property, `${where} ${name}`);
    }
    for (const each of [items, ...anyOf, ...allOf, ...oneOf]) if (each) look(each, where);
  };
  for (const [path, methods] of Object.entries<Record<string, never>>(paths))
    for (const [method, operation] of Object.entries<{
      requestBody?: { content?: Record<string, { schema: object }> };
    }>(methods))
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        look(schema as Record<string, unknown>, `${method} ${path}`);
  assert.ok(checked > 20, `${checked}`);
  assert.deepEqual(unchecked, []);
});
