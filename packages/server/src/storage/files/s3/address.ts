/** Where files are kept in S3, as `FILES_URL` says it. Credentials are not in it. */
export interface S3Address {
  bucket: string;
  /** Before the names of all objects: empty, or ending in a slash. */
  prefix: string;
  /** Of a store that is not Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is in the path of an address and not in the name of the host. */
  usesPathStyle: boolean;
  /** Server-side encryption that is asked for with each object. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; keyId: string | undefined } | undefined;
}

const PARAMETERS = ['endpoint', 'region', 'path_style', 'sse', 'kms_key'];
const FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';

/** Reads `s3://bucket/prefix?endpoint=…&region=…&path_style=…&sse=…&kms_key=…`. Throws an Error that says what is wrong. */
export function readS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || url.hostname === '') throw new Error(`must be an address like ${FORM}`);
  if (url.username !== '' || url.password !== '')
    throw new Error('must be without a password: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const given = url.searchParams;
  for (const name of given.keys())
    if (!PARAMETERS.includes(name))
      throw new Error(`has the parameter ${name}, and may have ${PARAMETERS.join(', ')}`);
  const endpoint = given.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new Error('has an endpoint that is no http or https address');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: given.get('region') ?? 'us-east-1',
    usesPathStyle: readBoolean(given.get('path_style'), endpoint !== undefined),
    encryption: readEncryption(given.get('sse'), given.get('kms_key')),
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
