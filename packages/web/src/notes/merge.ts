import { diffArrays } from 'diff';

/** Replaces lines of the base. `end` is exclusive. */
interface Change {
  start: number;
  end: number;
  lines: string[];
}

/** Finding changed lines takes quadratic time, so larger changes are not merged. */
const MAX_CHANGED_LINES = 2_000;

/**
 * Merges by line. Returns undefined for large changes, or if changes of the two texts overlap or touch and are
 * not equal.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const lines = base.split('\n');
  const own = changesOf(lines, mine);
  const others = changesOf(lines, theirs);
  if (!own || !others) return undefined;
  const isSame = (one: Change, other: Change) =>
    one.start === other.start && one.end === other.end && one.lines.join('\n') === other.lines.join('\n');
  const added = others.filter((other) => !own.some((change) => isSame(change, other)));
  if (added.some(({ start, end }) => own.some((change) => change.start <= end && start <= change.end)))
    return undefined;
  for (const { start, end, lines: next } of [...own, ...added].toSorted((a, b) => b.start - a.start))
    lines.splice(start, end - start, ...next);
  return lines.join('\n');
}

function changesOf(base: string[], text: string): Change[] | undefined {
  const parts = diffArrays(base, text.split('\n'), { maxEditLength: MAX_CHANGED_LINES });
  if (!parts) return undefined;
  const changes: Change[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    if (added || removed) {
      let change = changes.at(-1);
      if (change?.end !== at) {
        change = { start: at, end: at, lines: [] };
        changes.push(change);
      }
      if (added) change.lines.push(...value);
      else change.end += value.length;
    }
    if (!added) at += value.length;
  }
  return changes;
}
