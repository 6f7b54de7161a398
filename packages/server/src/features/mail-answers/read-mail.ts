import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type AddressObject,
  type AttachmentStream,
  type HeaderLines,
  type Headers,
  MailParser,
  type MessageText,
} from 'mailparser';
import { type ReceivedFile, requireFileName } from '../../http/index.ts';
import { withoutLineBreaks } from '../../outbound/index.ts';
import { ByteLimitExceeded, type FileStore } from '../../storage/files/index.ts';
import { MAX_HTML_LENGTH } from './html-text.ts';
import { MAX_HEAD_BYTES } from './mail-sizes.ts';
import { newTextOf, newTextOfHtml } from './new-text.ts';
import { MailRefusal } from './outcome.ts';

const MAX_PARTS = 100;
/** The parser copies the text several times. */
const MAX_TEXT_BYTES = 2 * 1024 ** 2;
const MAX_FILES = 10;
const MAX_NAME_LENGTH = 200;

const SIGNATURE = /^application\/(pgp-signature|(x-)?pkcs7-signature)$/i;

export interface MailHead {
  /** Lower-case address. Undefined if the email has no sender or several. */
  from: string | undefined;
  isAutomatic: boolean;
}

export interface AnswerMail {
  text: string;
  files: ReceivedFile[];
  /** The same for each delivery of an email. */
  hash: Buffer;
  /** Deletes temporary files, but not stored ones. */
  drop(): Promise<void>;
}

export interface ReadOptions {
  store: FileStore;
  maxFileBytes: number;
  /** Throws `MailRefusal` to refuse an email before its text and files are read. */
  admit(head: MailHead): void;
  signal: AbortSignal;
}

/** `sizeExceeded` becomes true as soon as the email is too large. */
export type MailStream = Readable & { sizeExceeded?: boolean };

export async function readMail(stream: MailStream, options: ReadOptions): Promise<AnswerMail> {
  const parser = createParser();
  const files: ReceivedFile[] = [];
  let content: Readable | undefined;
  let refusal: Error | undefined;
  const stop = (error: Error) => {
    refusal ??= error;
    stream.unpipe(parser);
    content?.destroy(error);
    parser.destroy(error);
  };
  parser.on('error', () => undefined);
  const head = watchHead(parser, (each) => {
    try {
      options.admit(each);
    } catch (error) {
      stop(error as Error);
    }
  });
  let textBytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (!content) textBytes += chunk.length;
    if (stream.sizeExceeded || textBytes > MAX_TEXT_BYTES) stop(new MailRefusal('too_large'));
  });
  const onEnd = () => stop(new MailRefusal('incomplete'));
  stream.on('error', onEnd);
  if (stream.destroyed || options.signal.aborted) onEnd();
  options.signal.addEventListener('abort', onEnd, { once: true });
  const drop = async () => {
    for (const { bytes } of files) await bytes.drop();
  };
  try {
    stream.pipe(parser);
    let text = '';
    for await (const part of parser) {
      if (part.type === 'text') text = head.isHtml ? newTextOfHtml(part.html || '') : newTextOfParts(part);
      else {
        content = part.content;
        await receiveFile(part, files, options);
        content = undefined;
        part.release?.();
      }
    }
    if (refusal) throw refusal;
    return { text, files, hash: hashOf(head.messageId, text, files), drop };
  } catch (error) {
    await drop();
    throw refusal ?? (error instanceof MailRefusal ? error : new MailRefusal('malformed', { cause: error }));
  } finally {
    options.signal.removeEventListener('abort', onEnd);
    stream.unpipe(parser);
    stream.resume();
  }
}

function createParser(): MailParser {
  return new MailParser({
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
    ignoreEmbedded: true,
    keepDeliveryStatus: true,
    maxHtmlLengthToParse: MAX_HTML_LENGTH,
    maxHeadSize: MAX_HEAD_BYTES,
    maxChildNodes: MAX_PARTS,
  });
}

/** The parser does not convert HTML parts of a multipart email. */
function newTextOfParts({ text = '', html }: MessageText): string {
  return text.trim() === '' && html ? newTextOfHtml(html) : newTextOf(text);
}

interface WatchedHead {
  messageId?: string;
  isHtml?: boolean;
}

function watchHead(parser: MailParser, onHead: (head: MailHead) => void): WatchedHead {
  const head: WatchedHead = {};
  let headers: Headers = new Map();
  parser.once('headers', (each) => {
    headers = each;
  });
  parser.once('headerLines', (lines) => {
    const messageId = headers.get('message-id');
    if (typeof messageId === 'string') head.messageId = messageId;
    head.isHtml = contentTypeOf(headers) === 'text/html';
    onHead({ from: senderOf(headers, lines), isAutomatic: isAutomatic(headers) });
  });
  return head;
}

function senderOf(headers: Headers, lines: HeaderLines): string | undefined {
  const senders = (headers.get('from') as AddressObject | undefined)?.value ?? [];
  const [sender] = senders;
  const [line, ...others] = lines.filter(({ key }) => key === 'from');
  // The parser returns only the first address in brackets.
  const isOnly =
    senders.length === 1 && others.length === 0 && (line?.line.match(/<[^<>]*>/g)?.length ?? 0) < 2;
  return isOnly ? sender?.address?.toLowerCase() : undefined;
}

/** The headers of RFC 3834, and older ones. */
function isAutomatic(headers: Headers): boolean {
  const textsOf = (name: string) =>
    [headers.get(name) ?? []].flat().map((value) => String(value).toLowerCase());
  return (
    textsOf('auto-submitted').some((text) => !/^no\b/.test(text)) ||
    textsOf('precedence').some((text) => /^(bulk|junk|list|auto_reply)\b/.test(text)) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponse'].some((name) => headers.has(name)) ||
    contentTypeOf(headers) === 'multipart/report'
  );
}

function contentTypeOf(headers: Headers): string | undefined {
  return (headers.get('content-type') as { value?: string } | undefined)?.value?.toLowerCase();
}

async function receiveFile(
  part: AttachmentStream,
  files: ReceivedFile[],
  { store, maxFileBytes }: ReadOptions,
): Promise<void> {
  const isPicture = part.related && part.contentDisposition !== 'attachment';
  if (isPicture || SIGNATURE.test(part.contentType)) {
    for await (const _ of part.content);
    return;
  }
  if (files.length === MAX_FILES) throw new MailRefusal('not_accepted');
  const bytes = await store.receive(part.content, maxFileBytes).catch((error) => {
    throw error instanceof ByteLimitExceeded
      ? new MailRefusal('not_accepted')
      : new MailRefusal('failed', { cause: error });
  });
  if (bytes.size === 0) await bytes.drop();
  else files.push({ name: nameOf(part), bytes });
}

/** Some mail programs write a path before the name. */
function nameOf({ filename = '' }: AttachmentStream): string {
  const name = withoutLineBreaks(filename.split(/[/\\]/).at(-1) ?? '').toWellFormed();
  try {
    return requireFileName([...name].slice(-MAX_NAME_LENGTH).join(''), 'file');
  } catch {
    return 'attachment';
  }
}

function hashOf(messageId: string | undefined, text: string, files: readonly ReceivedFile[]): Buffer {
  const content = messageId ?? JSON.stringify([text, ...files.map(({ bytes }) => bytes.sha256)]);
  return createHash('sha256').update(content).digest();
}
