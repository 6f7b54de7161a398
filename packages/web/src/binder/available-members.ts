import type { BinderState } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';
import { membersOf } from './people.ts';

/** The members who can be assigned and invited. */
export function availableMembersOf(state: BinderState | undefined): readonly Member[] {
  return membersOf(state).filter(({ disabled }) => !disabled);
}
