import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { MAX_HEAD_BYTES, MAX_MAIL_BYTES } from './mail-sizes.ts';
import type { MailStream } from './read-mail.ts';

const CHUNK_BYTES = 1024 ** 2;

/**
 * The stream fails if the content is incomplete, because the email is deleted after reading. `source` contains the
 * first `MAX_HEAD_BYTES`.
 */
export function contentOf(
  client: Pick<ImapFlow, 'fetchOne'>,
  uid: number,
  { size = 0, source }: { size?: number | undefined; source: Buffer },
): MailStream {
  async function fetchChunk(start: number): Promise<Buffer> {
    const part = { start, maxLength: CHUNK_BYTES };
    const next = await client.fetchOne(String(uid), { source: part }, { uid: true });
    if (!next || next.source === undefined) throw new Error('the mail was deleted, or cannot be read');
    return next.source;
  }

  async function* chunks() {
    let chunk = source;
    let length = MAX_HEAD_BYTES;
    let readBytes = 0;
    for (;;) {
      readBytes += chunk.length;
      if (readBytes > MAX_MAIL_BYTES) stream.sizeExceeded = true;
      yield chunk;
      if (chunk.length < length) break;
      length = CHUNK_BYTES;
      chunk = await fetchChunk(readBytes);
    }
    if (readBytes < size) throw new Error('the mail is shorter than its size');
  }
  const stream: MailStream = Readable.from(chunks(), { objectMode: false });
  stream.sizeExceeded = size > MAX_MAIL_BYTES;
  return stream;
}
