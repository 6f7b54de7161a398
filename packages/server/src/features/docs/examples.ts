import { readFile } from 'node:fs/promises';
import { curlSample, type Json, type OperationExample } from './curl-sample.ts';

const TYPED_CLIENT = '@ringbinder/client';

/** Keyed by operation id. */
export async function recordedExamples(): Promise<Record<string, OperationExample>> {
  return JSON.parse(await readFile(new URL('examples.json', import.meta.url), 'utf8'));
}

export function addExamples(document: Json, examples: Readonly<Record<string, OperationExample>>): Json {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Json>>).map(
    ([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const example = examples[String(operation.operationId)];
          return [method, example ? withExample(method, path, operation, example) : operation];
        }),
      ),
    ],
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function withExample(method: string, path: string, operation: Json, example: OperationExample): Json {
  const samples = [
    { lang: 'shell', label: 'curl', source: curlSample(method, path, operation, example) },
    { lang: 'typescript', label: TYPED_CLIENT, source: clientCall(method, path, operation, example) },
  ].filter(({ source }) => source !== undefined);
  const parameters = (operation.parameters as Json[] | undefined)?.map((parameter) => {
    const providedValue = { ...example.path, ...example.query }[String(parameter.name)];
    return providedValue === undefined ? parameter : { ...parameter, example: providedValue };
  });
  return {
    ...operation,
    ...(parameters ? { parameters } : {}),
    ...(example.body === undefined
      ? {}
      : { requestBody: withBody(operation.requestBody as Json, example.body) }),
    ...(example.answer === undefined
      ? {}
      : { responses: withResponse(operation.responses as Record<string, Json>, example.answer) }),
    'x-codeSamples': samples,
  };
}

function withBody(requestBody: Json, example: unknown): Json {
  const [[type = '', media = {}] = [], ...others] = Object.entries(
    requestBody.content as Record<string, Json>,
  );
  return { ...requestBody, content: Object.fromEntries([[type, { ...media, example }], ...others]) };
}

function withResponse(responses: Record<string, Json>, example: unknown): Json {
  const answer = responses['200'] as { content: Record<string, Json> };
  const media = answer.content['application/json'];
  const content = { ...answer.content, 'application/json': { ...media, example } };
  return { ...responses, 200: { ...answer, content } };
}

function clientCall(
  method: string,
  path: string,
  operation: Json,
  { path: inPath, query, headers, body }: OperationExample,
): string | undefined {
  if (headers) return undefined;
  const { content } = (operation.requestBody ?? {}) as { content?: Json };
  if (content && !('application/json' in content)) return undefined;
  const params = { ...(inPath ? { path: inPath } : {}), ...(query ? { query } : {}) };
  const options = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === undefined ? {} : { body }),
  };
  const args = Object.keys(options).length > 0 ? `, ${literal(options)}` : '';
  return [
    `import { createClient, unwrap } from '${TYPED_CLIENT}';`,
    '',
    "const { api } = createClient({ baseUrl: 'https://binders.example.com/v1/', token });",
    `const data = await unwrap(api.${method.toUpperCase()}('${path}'${args}));`,
  ].join('\n');
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
