import { because, forbidden } from '../errors.ts';
import { type BinderNeed, type BinderRole, requireRole } from './binder.ts';

export interface SenderRights {
  readonly role: BinderRole | 'guest' | undefined;
  readonly mayWrite: boolean;
}

export interface FrameAccess {
  /**
   * - `none`: an expired token is sufficient, because the frame only requests or withdraws the sender's data.
   * - `known`: rights in memory, which a revocation updates within 2 s.
   * - `proved`: the effect is durable, so the database decides.
   */
  readonly proof: 'none' | 'known' | 'proved';
  readonly scope: 'read' | 'write';
  /** Undefined if the handler's own statement checks the role. */
  readonly need: BinderNeed | undefined;
  readonly guests: boolean;
}

export type FrameAccessTable<Frame extends { type: string }> = {
  readonly [T in Frame['type']]: FrameAccess | ((frame: Extract<Frame, { type: T }>) => FrameAccess);
};

export function frameAccess<Frame extends { type: string }>(
  table: FrameAccessTable<Frame>,
  frame: Frame,
): FrameAccess {
  const row = table[frame.type as Frame['type']] as FrameAccess | ((frame: Frame) => FrameAccess);
  return typeof row === 'function' ? row(frame) : row;
}

export function requireFrameAccess(
  { scope, need, guests }: FrameAccess,
  { role, mayWrite }: SenderRights,
): void {
  if (scope === 'write' && !mayWrite) throw forbidden(because('read_only_token'));
  if (role === 'guest') {
    if (!guests) throw forbidden(because('guest_may_not'));
  } else if (need !== undefined) requireRole({ member_role: role ?? null }, '', need);
}

export interface FrameSender<Frame> {
  currentRights(frame: Frame): SenderRights | undefined;
  prove(frame: Frame): Promise<SenderRights>;
}

/**
 * While the database is read for a frame, later frames wait. `act` receives `proved` only if the rights were
 * read from the database.
 */
export function createFrameGate<Frame extends { type: string }>(
  table: FrameAccessTable<Frame>,
  sender: FrameSender<Frame>,
  {
    act,
    refuse,
  }: { act(frame: Frame, proved?: SenderRights): void; refuse(frame: Frame, error: unknown): void },
): (frame: Frame) => void {
  const waiting: Frame[] = [];
  let isProving = false;

  function handle(frame: Frame): FrameAccess | undefined {
    const access = frameAccess(table, frame);
    if (access.proof === 'none') {
      act(frame);
      return undefined;
    }
    try {
      const currentRights = sender.currentRights(frame);
      if (currentRights === undefined) return access;
      requireFrameAccess(access, currentRights);
    } catch (error) {
      refuse(frame, error);
      return undefined;
    }
    if (access.proof === 'proved') return access;
    act(frame);
    return undefined;
  }

  async function prove(frame: Frame, access: FrameAccess): Promise<void> {
    try {
      const proved = await sender.prove(frame);
      requireFrameAccess(access, proved);
      act(frame, proved);
    } catch (error) {
      refuse(frame, error);
    }
  }

  async function drain(): Promise<void> {
    isProving = true;
    for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) {
      const access = handle(frame);
      if (access) await prove(frame, access);
    }
    isProving = false;
  }

  return (frame) => {
    if (isProving) {
      waiting.push(frame);
      return;
    }
    const access = handle(frame);
    if (access === undefined) return;
    isProving = true;
    void prove(frame, access).then(drain);
  };
}
