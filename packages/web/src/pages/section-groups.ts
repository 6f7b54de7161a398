import type { PageDocument, SectionGroup } from '../binder/documents.ts';

type Documents = readonly PageDocument[];

/** If `index` is missing, documents keep their order in the binder. */
export interface Slot {
  group: SectionGroup;
  /** Position among the group's documents that are not moved. */
  index?: number;
}

const without = (documents: Documents, moved: Documents) => documents.filter((each) => !moved.includes(each));

/** @param gap number of documents above the position */
export function slotAt(group: SectionGroup, gap: number, moved: Documents): Slot {
  return { group, index: without(group.documents.slice(0, Math.max(0, gap)), moved).length };
}

export function slotBy(
  groups: readonly SectionGroup[],
  moved: Documents,
  document: PageDocument,
  by: number,
): Slot | undefined {
  const at = groups.findIndex(({ documents }) => documents.includes(document));
  const group = groups[at];
  if (!group) return undefined;
  const places = moved.map((each) => group.documents.indexOf(each)).filter((place) => place >= 0);
  const edge = by < 0 ? Math.min(...places) : Math.max(...places);
  const isAtEnd = edge === (by < 0 ? 0 : group.documents.length - 1);
  const next = groups[at + Math.sign(by)];
  if (isAtEnd && next) return slotAt(next, by < 0 ? next.documents.length : 0, moved);
  return slotAt(group, by < 0 ? edge + by : edge + by + 1, moved);
}

export function documentBefore(
  all: Documents,
  moved: Documents,
  { group, index = 0 }: Slot,
): PageDocument | null {
  const others = without(group.documents, moved);
  const previous = others[index - 1];
  if (previous) return previous;
  const rest = without(all, moved);
  const next = others[0];
  return (next ? rest[rest.indexOf(next) - 1] : rest.at(-1)) ?? null;
}
