import type { TSchema } from 'typebox';

interface UnknownField {
  holder: Record<string, unknown>;
  name: string;
  path: string;
}

/** `unknown` is one list for all levels, because merging lists took 4 s for 1 MiB. */
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

export type CompileMatcher = (schema: TSchema) => (value: unknown) => boolean;

/** If several alternatives match, the one with the fewest unknown fields counts. */
export function compileUnknownFieldCheck(
  schema: TSchema,
  matcherOf: CompileMatcher,
): (value: unknown) => string[] {
  const find = compile(schema as JsonSchema, matcherOf);
  if (find === undefined) return () => [];
  return (value) => {
    const unknown: UnknownField[] = [];
    find(value, '', unknown);
    for (const { holder, name } of unknown) delete holder[name];
    return unknown.map(({ path }) => path);
  };
}

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
  const matchers = new Map(
    Object.entries(properties).map(([name, inner]) => [name, compile(inner, matcherOf)] as const),
  );
  const patterns = Object.entries(patternProperties).map(
    ([pattern, inner]) => [new RegExp(pattern, 'u'), compile(inner, matcherOf)] as const,
  );
  const others = typeof additional === 'object' ? compile(additional, matcherOf) : undefined;
  // The validator has already rejected other fields if `additionalProperties` is false.
  const isOpen = additional !== undefined;
  const finders = [...matchers.values(), ...patterns.map(([, find]) => find), others];
  if (isOpen && finders.every((find) => find === undefined)) return undefined;
  return (value, path, unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const holder = value as Record<string, unknown>;
    for (const name of Object.keys(holder)) {
      let find = matchers.get(name);
      const pathOfName = path === '' ? name : `${path}.${name}`;
      if (find === undefined && !matchers.has(name)) {
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
    fits: compileOnDemand(each, matcherOf),
  }));
  const [one, another] = finders.filter(({ find }) => find !== undefined);
  if (one === undefined) return undefined;
  const openAlternatives = finders.filter(
    ({ find }, index) => find === undefined && acceptsAnyObject(alternatives[index]),
  );
  if (another === undefined && openAlternatives.length === 0) return one.find;
  return (value, path, unknown) => {
    let best: UnknownField[] | undefined;
    for (const { find, fits } of finders) {
      if (!fits(value)) continue;
      const unknown: UnknownField[] = [];
      find?.(value, path, unknown);
      if (unknown.length === 0) return;
      if (best === undefined || unknown.length < best.length) best = unknown;
    }
    for (const field of best ?? []) unknown.push(field);
  };
}

function acceptsAnyObject(schema: JsonSchema | undefined): boolean {
  const types = schema?.type === undefined ? [] : [schema.type].flat();
  if (schema && ('const' in schema || 'enum' in schema)) return false;
  return types.length === 0 || types.includes('object') || types.includes('array');
}

function compileOnDemand(schema: JsonSchema, matcherOf: CompileMatcher): (value: unknown) => boolean {
  let fits: ((value: unknown) => boolean) | undefined;
  return (value) => {
    fits ??= matcherOf(schema as TSchema);
    return fits(value);
  };
}

function compileParts(parts: readonly JsonSchema[], matcherOf: CompileMatcher): Find | undefined {
  const finders = parts.map((part) => compile(part, matcherOf));
  return (value, path, unknown) => {
    const [first = [], ...rest] = finders.map((find) => {
      const unknown: UnknownField[] = [];
      find?.(value, path, unknown);
      return unknown;
    });
    const others = rest.map((fields) => new Set(fields.map((field) => field.path)));
    for (const field of first) if (others.every((paths) => paths.has(field.path))) unknown.push(field);
  };
}
