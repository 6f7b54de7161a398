import fc from 'fast-check';

export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Existing values by parameter name. */
export type SampleValues = Record<string, readonly unknown[]>;

/** Each value has broken something before. */
const garbage: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53 + 2,
    2 ** 63,
    '9223372036854775808',
    'NaN',
    'Infinity',
    '1e999',
    '-0',
  ],
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '💥',
    "'; DROP TABLE users; --",
    '$' + '{7*7}',
    '../../etc/passwd',
    '%00',
    '<script>',
  ],
  ...[
    'me',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'x'.repeat(300),
    'é'.repeat(70_000),
    '2026-13-45T99:99:99Z',
  ],
  ...[[], [null], [[]], {}, { __proto__: null, a: 1 }, { length: 1e9 }, { toString: 1 }, [1, 1, 1]],
];

export const anyGarbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...garbage),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Uses existing ids if possible, so that requests reach the database. */
export function fitting(schema: Schema, sampleValues: SampleValues, name = ''): fc.Arbitrary<unknown> {
  const values = sampleValues[name];
  if (values && values.length > 0) return fc.constantFrom(...values);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, sampleValues, name)));
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, sampleValues);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, sampleValues, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'integer':
      return integerOf(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(schema);
    default:
      return anyGarbage;
  }
}

function integerOf(schema: Schema): fc.Arbitrary<number> {
  const within = fc.integer({
    min: Math.max(schema.minimum ?? 0, -1e9),
    max: Math.min(schema.maximum ?? 1e9, 1e9),
  });
  const ends = edges(schema);
  if (ends.length === 0) return within;
  return fc.oneof({ weight: 15, arbitrary: within }, { weight: 1, arbitrary: fc.constantFrom(...ends) });
}

function edges({ minimum = -Infinity, maximum = Infinity }: Schema): number[] {
  const all = [0, 1, 31, 53, 63].flatMap((bits) => [
    2 ** bits - 1,
    2 ** bits,
    -(2 ** bits),
    -(2 ** bits) - 1,
  ]);
  return all.filter((edge) => edge >= minimum && edge <= maximum);
}

function textOf({ minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 30) });
  const unstorable = fc
    .tuple(text, fc.constantFrom('\u0000', '\ud800'))
    .map(([start, end]) => start.slice(1) + end);
  return fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: unstorable });
}

function fittingObject(schema: Schema, sampleValues: SampleValues): fc.Arbitrary<unknown> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    model[key] = fitting(inner, sampleValues, key);
  return fc.record(model, { requiredKeys: schema.required ?? [] });
}

/** Makes values with at most one fault: a value replaced, removed or duplicated, or a field added. */
export function maybeSpoilt(schema: Schema, sampleValues: SampleValues): fc.Arbitrary<unknown> {
  const spoilt = fc
    .tuple(
      fitting(schema, sampleValues),
      fc.nat(),
      anyGarbage,
      fc.constantFrom('replace', 'remove', 'double', 'add'),
    )
    .map(([value, index, waste, how]) => spoil(value, index, waste, how));
  return fc.oneof(
    { weight: 4, arbitrary: fitting(schema, sampleValues) },
    { weight: 5, arbitrary: spoilt },
    { weight: 1, arbitrary: anyGarbage },
  );
}

function spoil(value: unknown, index: number, waste: unknown, how: string): unknown {
  const copy = structuredClone(value);
  const spots = spotsOf(copy);
  const spot = spots[index % Math.max(1, spots.length)];
  if (!spot) return waste;
  const { holder, key } = spot;
  if (how === 'remove' && !Array.isArray(holder)) delete holder[key];
  else if (how === 'double' && Array.isArray(holder)) (holder as unknown[]).push(holder[Number(key)]);
  else if (how === 'add' && !Array.isArray(holder)) holder[`${key}_`] = waste;
  else (holder as Record<string, unknown>)[key] = waste;
  return copy;
}

interface Spot {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

function spotsOf(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Spot['holder'];
  return Object.entries(holder).flatMap(([key, inner]): Spot[] => [{ holder, key }, ...spotsOf(inner)]);
}
