import { forbidden } from '../errors.ts';
import { type BinderNeed, type BinderRole, requireRole } from './binder.ts';

export interface SenderRights {
  /** In the binder of the channel. A guest has no role there; undefined where a frame names no binder. */
  readonly role: BinderRole | 'guest' | undefined;
  /** The token has the scope `write`. */
  readonly mayWrite: boolean;
}

/** What the sender of a frame must prove before the frame is handled. */
export interface FrameAccess {
  /**
   * - `none`: the frame only receives, or takes back what its sender gave. It is handled even with an expired token.
   * - `known`: the frame forwards something ephemeral. The rights known in memory suffice; a revocation reaches them within 2 s.
   * - `proved`: the frame is durable or changes power. The rights are read from the database, as by a REST call.
   */
  readonly proof: 'none' | 'known' | 'proved';
  readonly scope: 'read' | 'write';
  /** The role that the sender needs in the binder. Undefined where the handler checks it in the statement that reads. */
  readonly need: BinderNeed | undefined;
  readonly guests: boolean;
}

/** What each type of frame of a channel needs. A type without a row does not compile. */
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

/** Throws forbidden when the rights of a sender do not satisfy what a frame needs. */
export function requireFrameAccess(
  { scope, need, guests }: FrameAccess,
  { role, mayWrite }: SenderRights,
): void {
  if (scope === 'write' && !mayWrite) throw forbidden('the access token has scope `read` only');
  if (role === 'guest') {
    if (!guests) throw forbidden('a guest may not do this');
  } else if (need !== undefined) requireRole({ member_role: role ?? null }, '', need);
}

/** Who sends the frames of a connection. */
export interface FrameSender<Frame> {
  /**
   * The rights as they are known in memory; undefined while a revocation that may concern the sender is being looked up.
   * Throws a refusal when the sender no longer counts.
   */
  known(frame: Frame): SenderRights | undefined;
  /** The rights as they are at this moment. Rejects with a refusal when the sender no longer counts. */
  prove(frame: Frame): Promise<SenderRights>;
}

/**
 * Makes the one way from a channel to its handlers. A frame is handled after its sender has proved what the table demands, and
 * refused otherwise. Frames of one connection are handled in their order: those that come during a proof wait for it.
 * @param handlers `act` gets the rights where they were proved
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

  /** Gives the access to prove, where what is known does not suffice; undefined when the frame was dealt with. */
  function handle(frame: Frame): FrameAccess | undefined {
    const access = frameAccess(table, frame);
    if (access.proof === 'none') {
      act(frame);
      return undefined;
    }
    try {
      const known = sender.known(frame);
      if (known === undefined) return access;
      requireFrameAccess(access, known);
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
