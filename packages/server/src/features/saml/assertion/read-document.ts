import { isUtf8 } from 'node:buffer';
import { DOMParser, type Document } from '@xmldom/xmldom';
import { ASSERTION_BOUNDS, checkBounds, type DocumentBounds } from './bounds.ts';
import { AssertionRefused } from './refusal.ts';

export const MAX_DOCUMENT_BYTES = 64 * 1024;

const DECLARATION =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i;

const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

export function readDocumentText(bytes: Buffer): string {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new AssertionRefused('is larger than 64 KiB');
  if (!isUtf8(bytes)) throw new AssertionRefused('is not UTF-8');
  const text = bytes.toString('utf8');
  if (!text.startsWith('<'))
    throw new AssertionRefused('does not begin with an element or the XML declaration');
  const content = text.replace(DECLARATION, '');
  // "<" always begins markup. Text contains `&lt;` instead.
  if (content.includes('<!')) throw new AssertionRefused('has a DTD, a comment or a CDATA section');
  if (content.includes('<?'))
    throw new AssertionRefused('has a processing instruction or another encoding than UTF-8');
  return text;
}

/** Rejects forbidden characters that the parser accepts. */
export function parseDocument(text: string, bounds: DocumentBounds = ASSERTION_BOUNDS): Document {
  checkBounds(text, bounds);
  const references = text.matchAll(/&#(?:x([\da-f]+)|(\d+));/gi);
  const referred = Array.from(references, ([, hex, decimal]) =>
    Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10),
  );
  if (
    FORBIDDEN_IN_XML.test(text) ||
    referred.some((code) => code > 0x10ffff || FORBIDDEN_IN_XML.test(String.fromCodePoint(code)))
  )
    throw new AssertionRefused('has a character that XML does not allow');
  try {
    return new DOMParser({
      onError: (_level, message) => {
        throw new Error(message);
      },
    }).parseFromString(text, 'text/xml');
  } catch {
    throw new AssertionRefused('is not well-formed XML');
  }
}
