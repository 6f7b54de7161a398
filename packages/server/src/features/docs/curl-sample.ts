export type Json = Record<string, unknown>;

export interface OperationExample {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  answer?: unknown;
}

const VARIABLE_OF_KIND: Readonly<Record<string, string>> = {
  P: 'PARTNER_ID',
  O: 'ORG_ID',
  B: 'BINDER_ID',
  U: 'USER_ID',
  F: 'FILE_ID',
  T: 'UPLOAD_ID',
};
const ID = /^([POBUFT])[0-9A-Za-z]{22}$/;

/** The recorded values are valid only in one installation. */
const VARIABLE_OF_FIELD: Readonly<Record<string, string>> = {
  unique_id: 'UNIQUE_ID',
  uniqueid: 'UNIQUE_ID',
  client_secret: 'CLIENT_SECRET',
  signature: 'SIGNATURE',
};

export function curlSample(
  method: string,
  path: string,
  operation: Json,
  { path: pathValues = {}, query = {}, headers = {}, body }: OperationExample,
): string | undefined {
  if (operation.operationId === 'getSessionToken' || operation.operationId === 'getAppToken')
    return undefined;
  const isBotPath = path.includes('/bots/');
  const variable = (name: string, value: unknown): string | undefined => variableOf(name, value, isBotPath);
  const address = path.slice(1).replace(/{(\w+)}/g, (_, name: string) => {
    const value = pathValues[name];
    return value === 'me' ? 'me' : `\${${variable(name, value) ?? name.toUpperCase()}}`;
  });
  const search = Object.entries(query)
    .map(([name, value]) => {
      const variableName = variable(name, value);
      return `${name}=${variableName ? `$${variableName}` : encodeURIComponent(String(value))}`;
    })
    .join('&');
  const [type = ''] = Object.keys((operation.requestBody as { content?: Json } | undefined)?.content ?? {});
  const data = body === undefined ? [] : bodyArguments(type, body, variable);
  const impliedMethod = data.length > 0 ? 'post' : 'get';
  return [
    `curl "\${API}${address}${search && `?${search}`}"`,
    ...(method === impliedMethod ? [] : [method === 'head' ? '-I' : `-X ${method.toUpperCase()}`]),
    ...(isPublic(operation) ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...data,
    ...(returnsFile(operation) ? ['-OJ'] : []),
  ]
    .join(' \\\n  ')
    .replace(/\$\{(\w+)\}(?!\w)/g, '$$$1');
}

type VariableOf = (name: string, value: unknown) => string | undefined;

function variableOf(name: string, value: unknown, isOfBot: boolean): string | undefined {
  if (name === 'client_id') return isOfBot ? 'BOT_ID' : 'CLIENT_ID';
  if (name === 'timestamp') return undefined;
  const kind = typeof value === 'string' ? ID.exec(value)?.[1] : undefined;
  if (kind) return VARIABLE_OF_KIND[kind];
  if (/^(message|page|todo|transaction|step)_id$/.test(name)) return name.toUpperCase();
  return VARIABLE_OF_FIELD[name];
}

function bodyArguments(type: string, body: unknown, variable: VariableOf): string[] {
  if (typeof body === 'string') return [`--data-binary ${quote(body)}`];
  if (type === 'application/json')
    return [`-H 'Content-Type: application/json'`, `-d ${jsonArgument(body, variable)}`];
  const option = type === 'multipart/form-data' ? '-F' : '-d';
  return Object.entries(body as Record<string, unknown>).map(([name, value]) => {
    if (name === 'timestamp') return `${option} timestamp="$(date +%s)000"`;
    if (name === 'token') return `${option} token="$TOKEN"`;
    const variableName = variable(name, value);
    return `${option} ${variableName ? `${name}="$${variableName}"` : quote(`${name}=${value}`)}`;
  });
}

/** The shell expands no variables within single quotes. */
function jsonArgument(body: unknown, variable: VariableOf): string {
  const template = JSON.stringify(
    body,
    function (this: unknown, name: string, value: unknown) {
      // The call creates the user with this id.
      if (typeof value === 'object' || (this === body && name === 'unique_id')) return value;
      const variableName = variable(name, value);
      return variableName === undefined ? value : `<${typeof value === 'number' ? '#' : ''}$${variableName}>`;
    },
    JSON.stringify(body).length > MAX_LINE ? 2 : 0,
  );
  return quote(template)
    .replace(/"<#(\$\w+)>"/g, `'"$1"'`)
    .replace(/<(\$\w+)>/g, `'"$1"'`);
}

const MAX_LINE = 80;

function quote(text: string): string {
  return /^[\w@.,:/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function isPublic({ security }: Json): boolean {
  return Array.isArray(security) && security.length === 0;
}

function returnsFile({ responses }: Json): boolean {
  const { content } = ((responses as Record<string, Json>)['200'] ?? {}) as { content?: Json };
  return content !== undefined && !('application/json' in content);
}
