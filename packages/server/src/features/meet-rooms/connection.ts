import type { Writable } from 'node:stream';
import {
  closeCodes,
  type MeetClientFrame,
  type MeetServerFrame,
  meetClientFrames,
} from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import { createFrameGate, type SenderRights } from '../../access/index.ts';
import { ApiError } from '../../errors.ts';
import {
  createFrameRate,
  createFrameReader,
  createSocketWriter,
  listenToFrames,
  refusalOf,
  unexpectedFrame,
} from '../realtime/index.ts';
import type { Admission } from './admission.ts';
import { meetFrameAccess } from './frame-access.ts';
import type { MemberConnection } from './member.ts';
import { NoPlace } from './no-place.ts';
import { LOST_MS, type RoomFrame, type Seat } from './room-interface.ts';
import { createSender, type MeetSender, type SenderEvents } from './sender.ts';

const HELLO_TIMEOUT_MS = 10_000;
/** All that is offered at once when one comes in, and then as a person acts. */
const RATE = { burst: 300, perSecond: 40 };

const readFrame = createFrameReader<MeetClientFrame>(meetClientFrames);

type HelloFrame = Extract<MeetClientFrame, { type: 'hello' }>;

export interface MeetSocket {
  beat(): void;
  drain(): void;
  terminate(): void;
}

type State =
  | { phase: 'opening' }
  | { phase: 'seated'; seat: Seat; sender: MeetSender; pass(frame: RoomFrame): void }
  | { phase: 'closed' };

/** Serves one WebSocket of a meet until it closes. */
export function serveMeetConnection(
  admission: Admission,
  {
    ws,
    stream,
    address,
    sessionKey,
  }: { ws: WebSocket; stream: Writable; address: string; sessionKey: string },
  onClosed: () => void,
): MeetSocket {
  const writer = createSocketWriter(ws, stream);
  const rate = createFrameRate(RATE);
  const timer = setTimeout(
    () => writer.close(closeCodes.helloTimeout, 'no hello came in time'),
    HELLO_TIMEOUT_MS,
  ).unref();
  let state: State = { phase: 'opening' };
  const send = (frame: MeetServerFrame) => writer.send(Buffer.from(JSON.stringify(frame)));
  const connection: MemberConnection = {
    send,
    end(reason, message) {
      send({ type: 'ended', reason, message });
      writer.close(1000, reason);
    },
    drop: () => writer.close(closeCodes.tryAgain, 'the meet has moved'),
    signOut: () => writer.close(closeCodes.invalidToken, 'the access token no longer counts'),
  };

  const { alone, beat } = listenToFrames<MeetClientFrame>(ws, {
    writer,
    read: readFrame,
    handle,
    failed: (error) => admission.log(error),
    takeRate: () => rate.take(),
    closed() {
      clearTimeout(timer);
      const before = state;
      state = { phase: 'closed' };
      if (before.phase === 'seated') {
        before.seat.lost();
        // Its media may still arrive: who is revoked meanwhile loses the place that is kept.
        setTimeout(before.sender.end, LOST_MS).unref();
      }
      onClosed();
    },
  });

  function handle(frame: MeetClientFrame): void {
    if (state.phase === 'closed') return;
    if (frame.type === 'ping') send({ type: 'pong' });
    else if (frame.type === 'hello') {
      if (state.phase !== 'opening') throw unexpectedFrame(frame.type);
      alone(() => enter(frame));
    } else if (state.phase === 'opening') throw unexpectedFrame(frame.type);
    else if (frame.type === 'token') alone(() => renew(frame.token));
    else if (frame.type === 'leave') {
      state.seat.receive(frame);
      writer.close(1000, 'left');
    } else state.pass(frame satisfies RoomFrame);
  }

  async function enter({ token, resume, plugin_version }: HelloFrame): Promise<void> {
    try {
      const admitted = await admission.admit(sessionKey, token, address);
      // Who hung up meanwhile takes no place.
      if (ws.readyState !== ws.OPEN || state.phase !== 'opening') return;
      const { room, visitor, rights } = admitted;
      const hasRemoteControl = plugin_version === 'latest';
      const seat = room.enter(visitor, connection, { resume, hasRemoteControl, rights });
      const sender = createSender(admission, { ...admitted, token }, eventsFor(seat));
      const act = (frame: RoomFrame, proved?: SenderRights) => {
        try {
          seat.receive(frame, proved);
        } catch (error) {
          refuse(frame, error);
        }
      };
      const pass = createFrameGate<RoomFrame>(meetFrameAccess, sender, { act, refuse });
      state = { phase: 'seated', seat, sender, pass };
      clearTimeout(timer);
      sender.watch();
    } catch (error) {
      // Coming again at once is of no use: people are told, and decide.
      if (error instanceof NoPlace) return connection.end(error.reason, error.message);
      if (error instanceof ApiError && error.status !== 401 && error.status !== 429 && error.status < 500)
        send({ type: 'refused', id: 0, ...refusalOf(error) });
      throw error;
    }
  }

  function refuse(frame: RoomFrame, error: unknown): void {
    if (!(error instanceof ApiError)) admission.log(error);
    const refusal = refusalOf(error);
    if ('id' in frame) send({ type: 'refused', id: frame.id, ...refusal });
    else send({ type: 'rejected', frame: frame.type, ...refusal });
  }

  /** What becomes of a place when its sender may no longer be there. */
  function eventsFor(seat: Seat): SenderEvents {
    return {
      expired: (deadline) => send({ type: 'invalid_token', deadline }),
      signedOut() {
        seat.end();
        connection.signOut();
      },
      removed(message) {
        seat.end();
        connection.end('removed', message);
      },
    };
  }

  async function renew(token: string): Promise<void> {
    if (state.phase !== 'seated') return;
    const { seat, sender } = state;
    seat.setRights(await sender.renew(token));
  }

  return {
    beat,
    drain: () => writer.close(closeCodes.goingAway, 'the server stops'),
    terminate: () => ws.terminate(),
  };
}
