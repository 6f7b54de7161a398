import assert from 'node:assert/strict';
import type { BinderState } from '@ringbinder/client';
import { test } from 'vitest';
import { availableMembersOf } from './available-members.ts';
import { membersOf } from './people.ts';

test('[WORK-35] a disabled member stays in the list of members, and is not available', () => {
  const member = (id: string, more: object = {}) => ({ status: 'BOARD_MEMBER', user: { id }, ...more });
  const members = [member('ada'), member('ben', { disabled: true }), member('', { status: 'BOARD_INVITED' })];
  const state = { members } as unknown as BinderState;
  const idsOf = (list: typeof membersOf) => list(state).map(({ user }) => user.id);
  assert.deepEqual([idsOf(membersOf), idsOf(availableMembersOf)], [['ada', 'ben'], ['ada']]);
});
