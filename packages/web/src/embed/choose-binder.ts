import { RingbinderError } from '@ringbinder/client';
import { embed as text } from '../strings/en/embed.ts';
import { word } from './options.ts';
import type { EmbedSession } from './session.ts';

/** The binder that a call means. Throws RingbinderError where it names none. */
export async function chooseBinder(session: EmbedSession): Promise<string> {
  const binderId = word(session.options.peek(), 'binder_id');
  if (binderId !== undefined) return binderId;
  throw new RingbinderError(text.noBinder, { status: 400, code: 'RESPONSE_ERROR_INVALID_REQUEST' });
}
