import type { IncomingMessage } from 'node:http';
import type { CallClass } from '../limits/call-class.ts';

const TOKENS = /\/oauth\/(token|revoke)\/?$/;
const SIGN_IN = /\/(sign-in|sign-out|password|forgotten-password|saml\/[^/]+|oauth\/[\w-]+)\/?$/;
const EXPORTS = /\/(archive|downloadpdf|me\/data)\/?$/;
const SEARCH = /\/search(\/[^/]+)?\/?$/;
const UPLOADS = /\/(pageupload|fileupload|uploads(\/[^/]+)?)\/?$/;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export function classOfCall({ method = 'GET', url = '', headers }: IncomingMessage): CallClass {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const isReading = READING.has(method);
  if (EXPORTS.test(path)) return 'exports';
  if (isReading) return SEARCH.test(path) ? 'search' : SIGN_IN.test(path) ? 'sign_in' : 'reading';
  if (TOKENS.test(path)) return 'tokens';
  if (SIGN_IN.test(path)) return 'sign_in';
  const isForm = headers?.['content-type']?.startsWith('multipart/') ?? false;
  return isForm || UPLOADS.test(path) ? 'uploads' : 'posting';
}
