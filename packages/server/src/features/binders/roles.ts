import type { MemberType } from '@ringbinder/protocol';
import type { BinderRole } from '../../access/index.ts';

export const memberTypes = {
  owner: 'BOARD_OWNER',
  editor: 'BOARD_READ_WRITE',
  viewer: 'BOARD_READ_ONLY',
} as const satisfies Record<BinderRole, MemberType>;

export const rolesByType: Record<MemberType, BinderRole> = {
  BOARD_OWNER: 'owner',
  BOARD_READ_WRITE: 'editor',
  BOARD_READ_ONLY: 'viewer',
};
