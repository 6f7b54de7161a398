import type { BinderState } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';

export function membersOf(state: BinderState | undefined): readonly Member[] {
  return state?.members.filter(({ status }) => status === 'BOARD_MEMBER') ?? [];
}

export function memberOf(state: BinderState | undefined, userId: string): Member | undefined {
  return userId === '' ? undefined : state?.members.find(({ user }) => user.id === userId);
}

export function isOwner(state: BinderState | undefined, userId: string): boolean {
  return memberOf(state, userId)?.type === 'BOARD_OWNER';
}
