export interface S3Address {
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string;
  usesPathStyle: boolean;
  encryption: { algorithm: 'AES256' | 'aws:kms'; keyId: string | undefined } | undefined;
}

const PARAMETERS = ['endpoint', 'region', 'path_style', 'sse', 'kms_key'];
const FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';

/** The Error's message continues the setting's name, as in `FILES_URL must be …`. */
export function readS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || url.hostname === '') throw new Error(`must be an address like ${FORM}`);
  if (url.username !== '' || url.password !== '')
    throw new Error('must be without a password: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const query = url.searchParams;
  for (const name of query.keys())
    if (!PARAMETERS.includes(name))
      throw new Error(`has the parameter ${name}, and may have ${PARAMETERS.join(', ')}`);
  const endpoint = query.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new Error('has an endpoint that is not an http or https address');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: query.get('region') ?? 'us-east-1',
    usesPathStyle: readBoolean(query.get('path_style'), endpoint !== undefined),
    encryption: readEncryption(query.get('sse'), query.get('kms_key')),
  };
}

function readBoolean(text: string | null, fallback: boolean): boolean {
  if (text === null) return fallback;
  if (text !== 'true' && text !== 'false') throw new Error('has a path_style that is neither true nor false');
  return text === 'true';
}

function readEncryption(algorithm: string | null, keyId: string | null): S3Address['encryption'] {
  if (algorithm === null && keyId === null) return undefined;
  if (algorithm !== 'AES256' && algorithm !== 'aws:kms')
    throw new Error('has an sse that is neither AES256 nor aws:kms');
  if (keyId !== null && algorithm !== 'aws:kms') throw new Error('has a kms_key, which needs sse=aws:kms');
  return { algorithm, keyId: keyId ?? undefined };
}
