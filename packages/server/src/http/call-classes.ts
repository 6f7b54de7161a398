import type { IncomingMessage } from 'node:http';
import type { CallClass } from '../limits/call-class.ts';

const TOKENS = /\/oauth\/(token|revoke)\/?$/;
const SIGN_IN = /\/(sign-in|sign-out|password|forgotten-password|saml\/[^/]+|oauth\/[\w-]+)\/?$/;
const EXPORTS = /\/(archive|downloadpdf|me\/data)\/?$/;
const SEARCH = /\/search(\/[^/]+)?\/?$/;
const UPLOADS = /\/(pageupload|fileupload|uploads(\/[^/]+)?)\/?$/;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The class of a call, by what is known before it is routed. The address decides about nothing but whom a call waits with, so
 * that one that is none of the service's may be of any class.
 */
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
