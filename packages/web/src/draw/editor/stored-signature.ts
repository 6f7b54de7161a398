import { storedValue } from '../../stored-value.ts';
import { packUnit, unpackUnit } from '../model/settle.ts';
import type { Placeable } from './editor.ts';

type StoredSignature = NonNullable<Placeable['signature']>;

const signatureOf = (userId: string) => storedValue(`draw ${userId} signature`);

export function loadSignature(userId: string): StoredSignature | undefined {
  const stored = signatureOf(userId).read() as
    | { strokes: unknown; ratio: unknown; text?: unknown }
    | undefined;
  if (typeof stored?.text === 'string') return { text: stored.text };
  if (!Array.isArray(stored?.strokes)) return undefined;
  const { ratio } = stored;
  const strokes = stored.strokes.map(unpackUnit);
  return typeof ratio === 'number' && ratio > 0 && strokes.every((each) => each !== undefined)
    ? { strokes, ratio }
    : undefined;
}

export function storeSignature(userId: string, signature: StoredSignature): void {
  signatureOf(userId).write(
    'text' in signature ? signature : { strokes: signature.strokes.map(packUnit), ratio: signature.ratio },
  );
}
