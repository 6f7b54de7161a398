import type { BinderState } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';

/** The members of a binder, without who is invited. */
export function membersOf(state: BinderState | undefined): readonly Member[] {
  return state?.members.filter(({ status }) => status === 'BOARD_MEMBER') ?? [];
}

/** The member with a user's id. */
export function memberOf(state: BinderState | undefined, userId: string): Member | undefined {
  return userId === '' ? undefined : state?.members.find(({ user }) => user.id === userId);
}

/** Whether a user owns the binder. */
export function isOwner(state: BinderState | undefined, userId: string): boolean {
  return memberOf(state, userId)?.type === 'BOARD_OWNER';
}

/** The picture of a member; empty when there is none. */
export function pictureOf(state: BinderState | undefined, userId: string): string {
  return memberOf(state, userId)?.user.picture_uri ?? '';
}
