import fc from 'fast-check';
import { anyGarbage, fitting, maybeSpoilt, type SampleValues, type Schema } from './schema-values.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: { type: string; schema: Schema } | undefined;
}

export interface FuzzRequest {
  method: string;
  path: string;
  actor: string;
  contentType: string | undefined;
  body: string | undefined;
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema?: Schema }> } }
    >
  >;
}

export function operationsOf(document: unknown): Operation[] {
  const { '/oauth/authorize': _page, ...paths } = (document as OpenApi).paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      const body = content && { type: content[0], schema: content[1].schema ?? {} };
      return { method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

/** Most requests have one fault. */
export function requests(
  operations: Operation[],
  sampleValues: SampleValues,
  actors: readonly string[],
): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      method: fc.constant(operation.method),
      path: pathOf(operation, sampleValues),
      actor: fc.constantFrom(...actors),
      contentType: contentTypeOf(operation),
      body: bodyOf(operation, sampleValues),
    }),
  );
}

function pathOf({ path, parameters }: Operation, sampleValues: SampleValues): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query = fc.tuple(
    ...inQuery.map((each) =>
      fc.option(parameterValue(each, sampleValues), { freq: each.required ? 8 : 1, nil: undefined }),
    ),
  );
  return fc
    .tuple(fc.tuple(...inPath.map((each) => parameterValue(each, sampleValues))), query)
    .map(([values, queries]) => {
      const filled = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encode(values[index])),
        path,
      );
      const pairs = inQuery.flatMap(({ name }, index) =>
        queries[index] === undefined ? [] : [`${name}=${encode(queries[index])}`],
      );
      return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
    });
}

function parameterValue({ name, schema }: Parameter, sampleValues: SampleValues): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fitting(schema, sampleValues, name) },
    { weight: 1, arbitrary: anyGarbage },
  );
}

function encode(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 2_000);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

function contentTypeOf({ body, method }: Operation): fc.Arbitrary<string | undefined> {
  const right = body?.type ?? (method === 'POST' ? 'application/json' : undefined);
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'multipart/form-data',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
        'x',
        undefined,
      ),
    },
  );
}

function bodyOf({ body, method }: Operation, sampleValues: SampleValues): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  const raw = fc.constantFrom('', '{', '[]', 'null', '"', '{"a":', '[[[[[[[[', '--x\r\n\r\n--x--', '\u0000');
  if (!body) return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: raw });
  const values = maybeSpoilt(body.schema, sampleValues);
  const written =
    body.type === 'application/x-www-form-urlencoded'
      ? values.map(formOf)
      : values.map((value) => JSON.stringify(value) ?? '');
  return fc.oneof({ weight: 12, arbitrary: written }, { weight: 1, arbitrary: raw });
}

function formOf(value: unknown): string {
  const pairs = Object.entries(typeof value === 'object' && value !== null ? value : { value });
  const text = (each: unknown) => (typeof each === 'string' ? each : (JSON.stringify(each) ?? ''));
  return new URLSearchParams(pairs.map(([key, each]): [string, string] => [key, text(each)])).toString();
}
