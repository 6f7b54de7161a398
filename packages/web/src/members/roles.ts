import type { Member } from '@ringbinder/protocol';
import { members } from '../strings/messages/members.ts';

const ROLES = { BOARD_OWNER: 'owner', BOARD_READ_WRITE: 'edit', BOARD_READ_ONLY: 'view' } as const;

export const nameOfRole = (type: Member['type']): string => members.roles[ROLES[type]];
