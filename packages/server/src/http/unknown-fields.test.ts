import assert from 'node:assert/strict';
import Type, { type TSchema } from 'typebox';
import { test } from 'vitest';
import { ignoredOf } from './ignored-fields.ts';
import { compileValidator } from './validation.ts';

function clean(schema: TSchema, body: unknown) {
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  assert.equal(validate(body), true, JSON.stringify(body));
  return [body, ignoredOf(body)];
}

const Point = Type.Object({ x: Type.Number(), note: Type.Optional(Type.String()) });
const Named = Type.Object({ name: Type.String(), at: Type.Optional(Point) });

test('[HTTP-11] fields that a schema does not know are taken away, however deep', () => {
  const cases: [schema: TSchema, body: unknown, left: unknown, ignored: string[]][] = [
    [Point, { x: 1 }, { x: 1 }, []],
    [Point, { x: 1, y: 2 }, { x: 1 }, ['y']],
    [Named, { name: '', at: { x: 1, y: 2 }, z: 1 }, { name: '', at: { x: 1 } }, ['at.y', 'z']],
    [
      Type.Object({ all: Type.Array(Point) }),
      { all: [{ x: 1, a: 1 }, { x: 1 }] },
      { all: [{ x: 1 }, { x: 1 }] },
      ['all[0].a'],
    ],
    [
      Type.Object({ all: Type.Array(Type.Array(Point)) }),
      { all: [[], [{ x: 1, a: 1 }]] },
      { all: [[], [{ x: 1 }]] },
      ['all[1][0].a'],
    ],
    [Type.Object({ any: Type.Unknown() }), { any: { a: { b: 1 } } }, { any: { a: { b: 1 } } }, []],
    [Type.Object({}, { additionalProperties: true }), { a: 1 }, { a: 1 }, []],
    [Type.Object({}), { a: 1, constructor: 2, toString: 3 }, {}, ['a', 'constructor', 'toString']],
    [Type.Record(Type.String({ pattern: '^p' }), Point), { p: { x: 1, y: 2 } }, { p: { x: 1 } }, ['p.y']],
    [Type.Object({ p: Type.Union([Point, Type.Null()]) }), { p: { x: 1, y: 2 } }, { p: { x: 1 } }, ['p.y']],
    [Type.Object({ p: Type.Union([Point, Type.Null()]) }), { p: null }, { p: null }, []],
    [
      Type.Object({ p: Type.Union([Point, Named]) }),
      { p: { name: '', x: 'no' } },
      { p: { name: '' } },
      ['p.x'],
    ],
    [
      Type.Object({ p: Type.Union([Type.Object({ x: Type.Number() }), Point]) }),
      { p: { x: 1, note: 'n', z: 1 } },
      { p: { x: 1, note: 'n' } },
      ['p.z'],
    ],
    [
      Type.Object({ p: Type.Union([Point, Type.Unknown()]) }),
      { p: { x: 1, y: 2 } },
      { p: { x: 1, y: 2 } },
      [],
    ],
    [Type.Intersect([Point, Named]), { x: 1, name: '', y: 1 }, { x: 1, name: '' }, ['y']],
    [
      Type.Unsafe({ oneOf: [Point, Type.Array(Point)] }),
      [{ x: 1, y: 1 }, { x: 1 }],
      [{ x: 1 }, { x: 1 }],
      ['[0].y'],
    ],
  ];
  for (const [schema, body, left, ignored] of cases) {
    assert.deepEqual(clean(schema, structuredClone(body)), [left, ignored], JSON.stringify(body));
  }
});

test('[HTTP-11] a mebibyte of unknown fields costs about as much as reading it, however they are spread', () => {
  const schema = Type.Object({ users: Type.Array(Type.Object({ a: Type.Optional(Type.String()) })) });
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const wide = `{${Array.from({ length: 100 }, (_, number) => `"k${number}":1`).join()}}`;
  for (const [items, item] of [
    [1_200, wide],
    [20_000, '{"b":1}'],
  ] as const) {
    const body = JSON.parse(`{"users":[${Array.from({ length: items }, () => item).join()}]}`);
    const before = process.cpuUsage();
    assert.equal(validate(body), true);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1_000_000, `${items} items: ${(user + system) / 1000} ms`);
    assert.deepEqual(body.users.at(-1), {});
    assert.equal(ignoredOf(body).length, items === 1_200 ? 120_000 : 20_000);
  }
});
