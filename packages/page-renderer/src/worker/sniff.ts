import { extname } from 'node:path';
import { withCharset } from '../charset.ts';
import { addressOfBinaryPlist } from './binary-plist.ts';
import { isInternetShortcut } from './internet-shortcut.ts';
import { readPart, readTail, type SourceFile } from './source-file.ts';
import { type DecodedText, decodeText } from './text.ts';

const UNKNOWN = 'application/octet-stream';
const HEAD_BYTES = 4096;
/** Viewers accept a header within the first kilobyte. Mail gateways insert lines before it. */
const PDF_HEADER_WITHIN = 1024;

/** If a file decodes as text, other signatures may be a coincidence. */
const TEXT_FORMATS = new Set([
  'application/eps',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'text/calendar',
  'text/vcard',
  'text/vtt',
]);

const IMAGE_SIGNATURES = [
  { start: 'ffd8ff', mimeType: 'image/jpeg' },
  { start: '89504e470d0a1a0a', mimeType: 'image/png' },
  { start: '49492a00', mimeType: 'image/tiff' },
  { start: '4d4d002a', mimeType: 'image/tiff' },
] as const;

/** The client's claim is not trusted. The file name only selects between formats that look alike. */
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
  // A signature outweighs a guessed charset; a byte order mark outweighs a signature.
  const isGuess = decoded.charset !== 'utf-8' && !/^(?:fffe|feff)/.test(head.toString('hex', 0, 2));
  if (detected !== undefined && isGuess) return detected;
  return textType(decoded, file.fileName);
}

async function detectSignature(file: SourceFile): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type'); // takes 40 ms, and PDFs do not need it
  try {
    return (await fileTypeFromFile(file.path))?.mime;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return undefined; // file-type fails on truncated containers
  }
}

function imageSignature(head: Buffer): string | undefined {
  const start = head.toString('hex', 0, 8);
  return IMAGE_SIGNATURES.find((signature) => start.startsWith(signature.start))?.mimeType;
}

async function isPdfBehindJunk(file: SourceFile, head: Buffer): Promise<boolean> {
  if (!/%PDF-\d\.\d/.test(head.toString('latin1', 0, PDF_HEADER_WITHIN))) return false;
  const tail = (await readTail(file, PDF_HEADER_WITHIN)).toString('latin1');
  // A text file can contain a PDF header.
  return /startxref\s+\d+\s+%%EOF\s*$/.test(tail);
}

/** The file name decides, because installers and emails use the same container format as Office. */
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

// WHATWG MIME Sniffing §7.1. A file that browsers might execute gets an HTML type.
const HTML_START = /^<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i;

/**
 * Returns null for text that is not markup. Markdown may start with any HTML element, so only a root element,
 * such as `html` or `svg`, counts there.
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
