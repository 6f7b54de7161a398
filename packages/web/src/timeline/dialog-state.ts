import { signal } from '@preact/signals';
import type { BinderCard, Category, Message, User } from '@ringbinder/protocol';

import type { SavedPlace } from '../later/saved.ts';

export type TimelineDialog =
  | { kind: 'new-binder' }
  | { kind: 'new-direct'; to?: User }
  /** The binder with `binderId` moves into the new category. */
  | { kind: 'new-category'; binderId?: string }
  | { kind: 'rename-category'; category: Category }
  | { kind: 'remove-category'; category: Category }
  | { kind: 'rename-binder'; card: BinderCard }
  | { kind: 'own-data' }
  | { kind: 'status' }
  | { kind: 'delegations' }
  | { kind: 'notifications' }
  | { kind: 'notification-settings' }
  | { kind: 'person'; userId: string; near: HTMLElement }
  | { kind: 'remind'; place: SavedPlace }
  | { kind: 'forward'; place: SavedPlace; message: Message }
  | { kind: 'share'; files: readonly File[] }
  | { kind: 'export-binder'; card: BinderCard }
  | { kind: 'leave-binder'; card: BinderCard }
  | { kind: 'remove-binder'; card: BinderCard };

export const dialog = signal<TimelineDialog | undefined>(undefined);
