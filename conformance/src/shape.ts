/**
 * What a value looks like. A shape gives what is wrong with a value, one line for each thing, each beginning with the
 * path to it; nothing when it fits.
 */
export type Shape<T> = ((value: unknown, path: string) => string[]) & { readonly fits?: T };
/** The type of the values that a shape lets through. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

type Fields = Record<string, Shape<unknown>>;
type Typed<F extends Fields> = { -readonly [K in keyof F]: TypeOf<F[K]> };
type Both<R extends Fields, O extends Fields> = Typed<R> & Partial<Typed<O>>;

function simple<T>(name: string, fits: (value: unknown) => boolean): Shape<T> {
  return (value, path) => (fits(value) ? [] : [`${path} is ${kindOf(value)}, not ${name}`]);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `${typeof value} ${JSON.stringify(value).slice(0, 80)}`;
}

export const text = simple<string>('a string', (value) => typeof value === 'string');
export const filledText = simple<string>(
  'a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
export const number = simple<number>('a number', (value) => Number.isFinite(value));
export const flag = simple<boolean>('a boolean', (value) => typeof value === 'boolean');
/** Zero or more. */
export const count = simple<number>(
  'a whole number of 0 or more',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
/** The id of a thing of a binder, or of a category. */
export const numericId = simple<number>(
  'a numeric id',
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
);

const YEAR_2000_MS = 946_684_800_000;
const YEAR_3000_MS = 32_503_680_000_000;
/** Milliseconds since 1970: seconds, or microseconds, are far from any time that a server can mean. */
export const time = simple<number>(
  'a time in whole milliseconds since 1970-01-01 UTC',
  (value) => Number.isInteger(value) && (value as number) > YEAR_2000_MS && (value as number) < YEAR_3000_MS,
);

/** A string of a pattern. `name` says what it is. */
export function pattern(name: string, expression: RegExp): Shape<string> {
  return simple(name, (value) => typeof value === 'string' && expression.test(value));
}

/** An object of whatever fields. */
export const record: Shape<Record<string, unknown>> = (value, path) => object({})(value, path);

/** Exactly one of these values. */
export function oneOf<const V extends string | number | boolean | null>(...values: V[]): Shape<V> {
  return simple(values.map((value) => JSON.stringify(value)).join(' or '), (value) =>
    values.includes(value as V),
  );
}

/** That shape, or null. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path) => (value === null ? [] : shape(value, path));
}

/** An array of that shape. */
export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => shape(each, `${path}[${index}]`))
      : [`${path} is ${kindOf(value)}, not an array`];
}

/** An object with these fields and maybe the optional ones. Further fields are let through: newer versions add some. */
export function object<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): Shape<Both<R, O>> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${path} is ${kindOf(value)}, not an object`];
    const fields = value as Record<string, unknown>;
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    return [
      ...Object.entries(required).flatMap(([name, shape]) => shape(fields[name], at(name))),
      ...Object.entries(optional).flatMap(([name, shape]) =>
        fields[name] === undefined ? [] : shape(fields[name], at(name)),
      ),
    ];
  };
}

/** An object with these fields and no other. */
export function exactly<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): Shape<Both<R, O>> {
  const inner = object(required, optional);
  return (value, path) => {
    const problems = inner(value, path);
    if (typeof value !== 'object' || value === null) return problems;
    const extra = Object.keys(value).filter((name) => !(name in required) && !(name in optional));
    return [...problems, ...extra.map((name) => `${path}.${name} should not be there`)];
  };
}
