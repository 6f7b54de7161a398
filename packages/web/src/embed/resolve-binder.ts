import { withTexts } from '../strings/language.ts';
import { word } from './options.ts';
import type { EmbedSession } from './session.ts';

export async function resolveBinder(session: EmbedSession): Promise<string> {
  const named = word(session.options.peek(), 'binder_id');
  if (named) return named;
  const { chooseBinder } = await withTexts(import('./choose-binder.ts'));
  return chooseBinder(session);
}
