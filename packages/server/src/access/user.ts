import { forbidden, notFound } from '../errors.ts';
import type { Actor } from './actor.ts';

export function ownUserId(actor: Actor, userIdOrMe: string): string {
  if (userIdOrMe === 'me' || userIdOrMe === actor.userId) return actor.userId;
  throw forbidden('user_id must be `me` or the calling user');
}

export function orNotFound<T>(row: T | undefined, noun: string, id: string | number): T {
  if (row === undefined) throw notFound(noun, id);
  return row;
}
