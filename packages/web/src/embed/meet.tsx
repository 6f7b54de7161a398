import { embed as text } from '../strings/en/embed.ts';
import type { EmbedParts } from './module.ts';
import { sayProblem } from './problem.ts';

/** Says that there are no meets yet. */
export function begin({ session, element }: EmbedParts): void {
  session.fail(501, text.meets);
  sayProblem(element, 'meets');
}
