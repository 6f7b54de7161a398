import assert from 'node:assert/strict';
import { BinderId, Text } from '@ringbinder/protocol';
import type { FastifySchemaValidationError } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { test } from 'vitest';
import { compileValidator, describeInvalid } from './validation.ts';

function problemsOf(schema: TSchema, body: unknown): string {
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const errors = validate(body) === true ? [] : (validate as { errors?: unknown }).errors;
  return describeInvalid(errors as FastifySchemaValidationError[], 'body').message;
}

const oneOrNone = (type: TSchema) => Type.Object({ kinds: Type.Union([type, Type.Null()]) });
const kinds = Type.Array(Type.Enum(['a', 'b']), { uniqueItems: true });

const cases: [told: string, schema: TSchema, body: unknown][] = [
  ['body must be a JSON object (Content-Type: application/json)', Type.Object({}), 'text'],
  ['name is required', Type.Object({ name: Text({ maxLength: 5 }) }), {}],
  ['name must be of type string', Type.Object({ name: Text({ maxLength: 5 }) }), { name: 5 }],
  ['name must not be empty', Type.Object({ name: Text({ minLength: 1, maxLength: 5 }) }), { name: '' }],
  [
    'name must have at least 2 characters',
    Type.Object({ name: Text({ minLength: 2, maxLength: 5 }) }),
    { name: 'a' },
  ],
  ['name must have at most 5 characters', Type.Object({ name: Text({ maxLength: 5 }) }), { name: 'abcdef' }],
  ['days must be at least 1', Type.Object({ days: Type.Integer({ minimum: 1 }) }), { days: 0 }],
  ['days must be at most 9', Type.Object({ days: Type.Integer({ maximum: 9 }) }), { days: 10 }],
  [
    'steps must not be empty',
    Type.Object({ steps: Type.Array(Type.String(), { minItems: 1 }) }),
    { steps: [] },
  ],
  [
    'steps must have at most 1 entries',
    Type.Object({ steps: Type.Array(Type.String(), { maxItems: 1 }) }),
    { steps: ['', ''] },
  ],
  [
    'steps[1].name is required',
    Type.Object({ steps: Type.Array(Type.Object({ name: Type.String() })) }),
    { steps: [{ name: '' }, {}] },
  ],
  ['kinds must not have the same entry twice', Type.Object({ kinds }), { kinds: ['a', 'a'] }],
  [
    'id has the wrong form: id of a binder: B and 22 base62 characters',
    Type.Object({ id: BinderId }),
    { id: 'x' },
  ],
  ['kinds[0] must be one of a, b', oneOrNone(kinds), { kinds: ['c'] }],
  ['kinds must be of type array or null', oneOrNone(kinds), { kinds: 'a' }],
  ['kinds must not have the same entry twice', oneOrNone(kinds), { kinds: ['a', 'a'] }],
];

test('[ERR-13] what does not fit is named with its reason, in words and once', () => {
  for (const [message, schema, body] of cases) assert.equal(problemsOf(schema, body), message);
});
