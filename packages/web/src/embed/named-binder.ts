import { word } from './options.ts';
import type { EmbedSession } from './session.ts';

/** The binder that a call means. Most name it; what finds or makes one is loaded by the others. Throws as `chooseBinder`. */
export async function namedBinder(session: EmbedSession): Promise<string> {
  const named = word(session.options.peek(), 'binder_id');
  return named ?? (await import('./choose-binder.ts')).chooseBinder(session);
}
