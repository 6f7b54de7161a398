import type { BinderCard, Category } from '@ringbinder/protocol';

export const filters = ['all', 'unread', 'direct', 'favourites'] as const;
export type Filter = (typeof filters)[number];

export type GroupKey = 'favourites' | 'other' | 'archived' | number;

export type Row =
  | {
      kind: 'group';
      key: string;
      group: GroupKey;
      /** Only categories have a name. */
      name?: string;
      isCollapsed: boolean;
      unread: number;
      count: number;
    }
  | { kind: 'binder'; key: string; card: BinderCard; group: GroupKey | undefined };

export interface View {
  filter: Filter;
  categories: readonly Category[];
  collapsed: ReadonlySet<GroupKey>;
  /** Id of the open binder. The `unread` filter keeps this binder after it is read. */
  openId?: string;
}

export function isUnread({ unread, mentions, is_muted, invitation_id }: BinderCard): boolean {
  return is_muted ? mentions > 0 : unread > 0 || invitation_id !== undefined;
}

export function rowsOf(cards: readonly BinderCard[], view: View): Row[] {
  const visible = cards.filter((card) => fits(card, view));
  const isFlat = view.filter !== 'all';
  const hasGroups =
    view.categories.length > 0 || visible.some((card) => card.is_favourite && !card.is_archived);
  if (isFlat) return visible.map((card) => binderRow(card, undefined));
  const categoryIds = new Set(view.categories.map(({ id }) => id));
  const groups = Map.groupBy(visible, (card) => groupOf(card, categoryIds));
  const order: [GroupKey, string | undefined][] = [
    ['favourites', undefined],
    ...view.categories.map(({ id, name }): [GroupKey, string] => [id, name]),
    ['other', undefined],
    ['archived', undefined],
  ];
  return order.flatMap(([group, name]) => {
    const members = groups.get(group) ?? [];
    // A single group needs no name.
    if (group === 'other' && !hasGroups) return members.map((card) => binderRow(card, undefined));
    // Keep empty categories, because they are drop targets.
    if (members.length === 0 && typeof group !== 'number') return [];
    // The archive is collapsed until it is expanded.
    const isCollapsed = view.collapsed.has(group) !== (group === 'archived');
    const head: Row = {
      kind: 'group',
      key: `group ${group}`,
      group,
      isCollapsed,
      count: members.length,
      ...(name !== undefined && { name }),
      unread: members.filter(isUnread).length,
    };
    return [head, ...(isCollapsed ? [] : members.map((card) => binderRow(card, group)))];
  });
}

function groupOf(
  { is_favourite, is_archived, category_id }: BinderCard,
  categoryIds: ReadonlySet<number>,
): GroupKey {
  if (is_archived) return 'archived';
  if (is_favourite) return 'favourites';
  return category_id !== null && categoryIds.has(category_id) ? category_id : 'other';
}

function binderRow(card: BinderCard, group: GroupKey | undefined): Row {
  return { kind: 'binder', key: card.binder.id, card, group };
}

function fits(card: BinderCard, { filter, openId }: View): boolean {
  if (card.is_archived && filter !== 'all') return false;
  switch (filter) {
    case 'all':
      return true;
    case 'unread':
      return isUnread(card) || card.binder.id === openId;
    case 'direct':
      return card.binder.conversation;
    case 'favourites':
      return card.is_favourite;
  }
}
