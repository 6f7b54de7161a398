import { extname } from 'node:path';
import { withCharset } from '../charset.ts';
import { addressOfBinaryPlist } from './binary-plist.ts';
import { isInternetShortcut } from './internet-shortcut.ts';
import { readPart, readTail, type SourceFile } from './source-file.ts';
import { type DecodedText, decodeText } from './text.ts';

const UNKNOWN = 'application/octet-stream';
const HEAD_BYTES = 4096;
/** Readers, pdfium too, look for the PDF header in the first kilobyte: mail gateways put lines before it. */
const PDF_HEADER_WITHIN = 1024;

/** Formats that are text by nature. Any other signature in a text is a coincidence: "BMW …" is no bitmap. */
const TEXT_FORMATS = new Set([
  'application/eps',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'text/calendar',
  'text/vcard',
  'text/vtt',
]);

/**
 * Images that file-type gives up on when they are cut off early. They are called what they were meant to be, so
 * that the upload is refused as a broken image and not kept as some file.
 */
const IMAGE_SIGNATURES = [
  { start: 'ffd8ff', mimeType: 'image/jpeg' },
  { start: '89504e470d0a1a0a', mimeType: 'image/png' },
  { start: '49492a00', mimeType: 'image/tiff' },
  { start: '4d4d002a', mimeType: 'image/tiff' },
] as const;

/**
 * The type of a file by its bytes, never by the client's word. The name decides between plain text and Markdown,
 * and among old office documents, which no bytes tell apart. What is not recognised is `application/octet-stream`.
 */
export async function sniffType(file: SourceFile): Promise<string> {
  const head = await readPart(file, 0, HEAD_BYTES);
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(head.toString('latin1'))) return 'application/pdf';
  const detected = (await detectSignature(file)) ?? imageSignature(head);
  if (detected === undefined && (await isPdfBehindJunk(file, head))) return 'application/pdf';
  if (detected === 'application/x-cfb') return compoundType(file.fileName);
  const decoded = await decodeText(head, { cut: head.length < file.size });
  if (decoded === null) {
    if ((await addressOfBinaryPlist(file)) !== null) return 'application/x-webloc';
    return detected ?? UNKNOWN;
  }
  if (detected !== undefined && TEXT_FORMATS.has(detected)) return detected;
  // A guessed encoding counts less than a signature; a byte order mark counts more.
  const isGuess = decoded.charset !== 'utf-8' && !/^(?:fffe|feff)/.test(head.toString('hex', 0, 2));
  if (detected !== undefined && isGuess) return detected;
  return textType(decoded, file.fileName);
}

async function detectSignature(file: SourceFile): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type'); // 40 ms to load, which a PDF does not wait for
  try {
    return (await fileTypeFromFile(file.path))?.mime;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return undefined; // a container that is cut off makes the parser fail
  }
}

function imageSignature(head: Buffer): string | undefined {
  const start = head.toString('hex', 0, 8);
  return IMAGE_SIGNATURES.find((signature) => start.startsWith(signature.start))?.mimeType;
}

async function isPdfBehindJunk(file: SourceFile, head: Buffer): Promise<boolean> {
  if (!/%PDF-\d\.\d/.test(head.toString('latin1', 0, PDF_HEADER_WITHIN))) return false;
  const tail = (await readTail(file, PDF_HEADER_WITHIN)).toString('latin1');
  return /startxref\s+\d+\s+%%EOF\s*$/.test(tail); // else it is a text about PDF
}

/** Old office documents share one container with installers and mail: the name tells which they are. */
function compoundType(fileName: string): string {
  const application = { '.doc': 'msword', '.xls': 'vnd.ms-excel', '.ppt': 'vnd.ms-powerpoint' };
  const ending = extname(fileName).toLowerCase();
  return `application/${application[ending as keyof typeof application] ?? 'x-cfb'}`;
}

function textType({ text, charset }: DecodedText, fileName: string): string {
  const isMarkdown = ['.md', '.markdown'].includes(extname(fileName).toLowerCase());
  if (isInternetShortcut(text)) return 'application/internet-shortcut';
  if (/<plist[\s>][\s\S]*<key>\s*URL\s*<\/key>/.test(text)) return 'application/x-webloc';
  const type = markupType(text, isMarkdown) ?? (isMarkdown ? 'text/markdown' : 'text/plain');
  return type.startsWith('text/') ? withCharset(type, charset) : type;
}

const PROLOGUE = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+(\w+)[^>[]*(?:\[[\s\S]*?\]\s*)?>)/i;

// The elements by which browsers take an untyped answer for HTML (WHATWG MIME Sniffing §7.1), so whatever a
// browser might run is at least called by its name.
const HTML_START = /^<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i;

/**
 * The type of a text that is markup: `image/svg+xml`, `text/html`, `application/xhtml+xml` or `application/xml`;
 * null for any other text. Markdown may begin with an HTML element, so for it (`isMarkdown`) only a document's
 * own root counts.
 */
function markupType(text: string, isMarkdown: boolean): string | null {
  let rest = text;
  let doctype = '';
  for (let match = PROLOGUE.exec(rest); match !== null; match = PROLOGUE.exec(rest)) {
    doctype ||= (match[1] ?? '').toLowerCase();
    rest = rest.slice(match[0].length);
  }
  const isXml = /^\s*<\?xml\s/.test(text);
  if (doctype === 'svg' || /^<(?:\w+:)?svg[\s>/]/i.test(rest)) return 'image/svg+xml';
  if (doctype === 'html' || /^<html[\s>/]/i.test(rest)) return isXml ? 'application/xhtml+xml' : 'text/html';
  if (isXml) return 'application/xml';
  return !isMarkdown && HTML_START.test(rest) ? 'text/html' : null;
}
