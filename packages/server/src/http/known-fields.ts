import type { TSchema } from 'typebox';

/** A field that a schema does not know. `path` is that from the whole value: `users[0].foo`. */
interface UnknownField {
  holder: Record<string, unknown>;
  name: string;
  path: string;
}

/**
 * Adds what a schema does not know in a value that fits it, and that stands at `path`. All go into one list: lists of
 * their own, put together level by level, took 4 s for a body of 1 MiB.
 */
type Find = (value: unknown, path: string, unknown: UnknownField[]) => void;

interface JsonSchema {
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

/** Tells whether a value fits one alternative of a schema. */
export type CompileMatcher = (schema: TSchema) => (value: unknown) => boolean;

/**
 * Compiles a schema into a function that removes, in place, all fields that the schema does not know from a value that
 * fits it, and gives their paths. A schema that says `additionalProperties` keeps what that allows. Of several alternatives
 * that a value fits, the one counts that leaves the fewest fields unknown.
 */
export function compileKnownFields(schema: TSchema, matcherOf: CompileMatcher): (value: unknown) => string[] {
  const find = compile(schema as JsonSchema, matcherOf);
  if (find === undefined) return () => [];
  return (value) => {
    const unknown: UnknownField[] = [];
    find(value, '', unknown);
    for (const { holder, name } of unknown) delete holder[name];
    return unknown.map(({ path }) => path);
  };
}

/** Undefined for a schema in which nothing can be unknown: scalars, and objects that take any field. */
function compile(schema: JsonSchema, matcherOf: CompileMatcher): Find | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return compileAlternatives(alternatives, matcherOf);
  if (schema.allOf) return compileParts(schema.allOf, matcherOf);
  if (schema.items) return compileItems(schema.items, matcherOf);
  if (schema.properties || schema.patternProperties) return compileObject(schema, matcherOf);
  return undefined;
}

function compileObject(schema: JsonSchema, matcherOf: CompileMatcher): Find | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties: additional } = schema;
  const known = new Map(
    Object.entries(properties).map(([name, inner]) => [name, compile(inner, matcherOf)] as const),
  );
  const patterns = Object.entries(patternProperties).map(
    ([pattern, inner]) => [new RegExp(pattern, 'u'), compile(inner, matcherOf)] as const,
  );
  const others = typeof additional === 'object' ? compile(additional, matcherOf) : undefined;
  // `false` was refused by the validator; anything else that is said takes other fields.
  const isOpen = additional !== undefined;
  const finders = [...known.values(), ...patterns.map(([, find]) => find), others];
  if (isOpen && finders.every((find) => find === undefined)) return undefined;
  return (value, path, unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const holder = value as Record<string, unknown>;
    for (const name of Object.keys(holder)) {
      let find = known.get(name);
      const pathOfName = path === '' ? name : `${path}.${name}`;
      if (find === undefined && !known.has(name)) {
        const pattern = patterns.find(([expression]) => expression.test(name));
        if (pattern === undefined && !isOpen) {
          unknown.push({ holder, name, path: pathOfName });
          continue;
        }
        find = pattern ? pattern[1] : others;
      }
      find?.(holder[name], pathOfName, unknown);
    }
  };
}

function compileItems(items: JsonSchema, matcherOf: CompileMatcher): Find | undefined {
  const find = compile(items, matcherOf);
  if (find === undefined) return undefined;
  return (value, path, unknown) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) find(item, `${path}[${index}]`, unknown);
  };
}

function compileAlternatives(
  alternatives: readonly JsonSchema[],
  matcherOf: CompileMatcher,
): Find | undefined {
  const finders = alternatives.map((each) => ({
    find: compile(each, matcherOf),
    fits: lateFit(each, matcherOf),
  }));
  const [one, another] = finders.filter(({ find }) => find !== undefined);
  if (one === undefined) return undefined;
  // The others are scalars, of which each finder makes nothing, unless one takes any object.
  const takeAny = finders.filter(({ find }, index) => find === undefined && takesAny(alternatives[index]));
  if (another === undefined && takeAny.length === 0) return one.find;
  return (value, path, unknown) => {
    let best: UnknownField[] | undefined;
    for (const { find, fits } of finders) {
      if (!fits(value)) continue;
      const found: UnknownField[] = [];
      find?.(value, path, found);
      if (found.length === 0) return;
      if (best === undefined || found.length < best.length) best = found;
    }
    for (const field of best ?? []) unknown.push(field);
  };
}

/** Whether a schema in which nothing is unknown takes objects or lists. */
function takesAny(schema: JsonSchema | undefined): boolean {
  const types = schema?.type === undefined ? [] : [schema.type].flat();
  if (schema && ('const' in schema || 'enum' in schema)) return false;
  return types.length === 0 || types.includes('object') || types.includes('array');
}

function lateFit(schema: JsonSchema, matcherOf: CompileMatcher): (value: unknown) => boolean {
  let fits: ((value: unknown) => boolean) | undefined;
  return (value) => {
    fits ??= matcherOf(schema as TSchema);
    return fits(value);
  };
}

/** A field is unknown to a schema of several parts when it is to each of them. */
function compileParts(parts: readonly JsonSchema[], matcherOf: CompileMatcher): Find | undefined {
  const finders = parts.map((part) => compile(part, matcherOf));
  return (value, path, unknown) => {
    const [first = [], ...rest] = finders.map((find) => {
      const found: UnknownField[] = [];
      find?.(value, path, found);
      return found;
    });
    const others = rest.map((found) => new Set(found.map((field) => field.path)));
    for (const field of first) if (others.every((paths) => paths.has(field.path))) unknown.push(field);
  };
}
