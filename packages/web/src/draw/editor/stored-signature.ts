import { packUnit, unpackUnit } from '../model/settle.ts';
import type { Placeable } from './editor.ts';

type StoredSignature = NonNullable<Placeable['signature']>;

const keyOf = (userId: string) => `draw ${userId} signature`;

export function loadSignature(userId: string): StoredSignature | undefined {
  try {
    const { strokes, ratio } = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    const points = (strokes as unknown[]).map(unpackUnit);
    return typeof ratio === 'number' && ratio > 0 && points.every((each) => each !== undefined)
      ? { strokes: points, ratio }
      : undefined;
  } catch {
    return undefined;
  }
}

export function storeSignature(userId: string, { strokes, ratio }: StoredSignature): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ strokes: strokes.map(packUnit), ratio }));
  } catch {
    // Without storage, the signature must be drawn again next time.
  }
}
