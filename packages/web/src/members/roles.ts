import type { Member } from '@ringbinder/protocol';
import { members } from '../strings/messages/members.ts';

export const ROLES = ['BOARD_READ_WRITE', 'BOARD_READ_ONLY'] as const;
export type Role = (typeof ROLES)[number];

const NAMES = { BOARD_OWNER: 'owner', BOARD_READ_WRITE: 'edit', BOARD_READ_ONLY: 'view' } as const;

export const nameOfRole = (type: Member['type']): string => members.roles[NAMES[type]];
