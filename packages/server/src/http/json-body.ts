import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors.ts';
import { requireStorableJson } from './reject-nul-bytes.ts';
import type { App } from './types.ts';

/** Later code may recurse over the body. */
const MAX_DEPTH = 64;

const MAX_BYTES_WITHOUT_TOKEN = 64 * 1024;

/** Parsing a large body blocks the main thread. */
export function limitBodiesWithoutToken(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.auth === 'none') route.bodyLimit ??= MAX_BYTES_WITHOUT_TOKEN;
  });
}

export function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, content, done) => {
    const bytes = content as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(invalid('body', 'is not UTF-8'));
    const body = bytes.toString();
    if (isTooDeep(body)) return done(invalid('body', `is nested deeper than ${MAX_DEPTH} levels`));
    if (request.headers['idempotency-key'] !== undefined) request.bodyText = body;
    parse(request, body, (error, value) => {
      if (error) return done(invalid('body', 'is not valid JSON'));
      try {
        requireStorableJson(body, value);
        done(null, value);
      } catch (error) {
        done(error as Error);
      }
    });
  });
}

export function parseJsonPart(request: FastifyRequest, text: string, partName: string): object {
  if (isTooDeep(text)) throw invalid(partName, `is nested deeper than ${MAX_DEPTH} levels`);
  let parsed: unknown;
  request.server.getDefaultJsonParser('error', 'ignore')(request, text, (error, value) => {
    if (error) throw invalid(partName, 'is not valid JSON');
    parsed = value;
  });
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalid(partName, 'must be a JSON object');
  requireStorableJson(text, parsed);
  return parsed;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
