import type { Writable } from 'node:stream';
import {
  closeCodes,
  type MeetClientFrame,
  type MeetServerFrame,
  meetClientFrames,
} from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import type { Actor } from '../../access/index.ts';
import { ApiError, invalid, invalidToken } from '../../errors.ts';
import type { CallerWatch } from '../../http/index.ts';
import {
  createFrameRate,
  createFrameReader,
  createSocketWriter,
  listenToFrames,
  refusalOf,
  unexpectedFrame,
} from '../realtime/index.ts';
import type { Admission, Admitted } from './admission.ts';
import { MeetFull } from './meet-full.ts';
import type { MemberConnection } from './member.ts';
import type { RoomFrame, Seat } from './room-interface.ts';

const HELLO_TIMEOUT_MS = 10_000;
/** How long a connection waits for another token. What is sent and received goes on meanwhile. */
const TOKEN_GRACE_MS = 60_000;
/** All that is offered at once when one comes in, and then as a person acts. */
const RATE = { burst: 300, perSecond: 40 };

const readFrame = createFrameReader<MeetClientFrame>(meetClientFrames);

type HelloFrame = Extract<MeetClientFrame, { type: 'hello' }>;

/** One connection, as those see it who keep all of them. */
export interface MeetSocket {
  beat(): void;
  drain(): void;
  terminate(): void;
}

type State =
  | { phase: 'opening' }
  | { phase: 'seated'; seat: Seat; actor: Actor | undefined; watch: CallerWatch | undefined }
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
  let timer = setTimeout(
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
  };

  const { alone, beat } = listenToFrames<MeetClientFrame>(ws, {
    ...{ writer, read: readFrame, handle, failed: (error) => admission.log(error) },
    takeRate: () => rate.take(),
    closed() {
      clearTimeout(timer);
      const before = state;
      state = { phase: 'closed' };
      if (before.phase === 'seated') {
        before.watch?.end();
        before.seat.lost();
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
    else {
      state.seat.receive(frame satisfies RoomFrame);
      if (frame.type === 'leave') writer.close(1000, 'left');
    }
  }

  async function enter({ token, resume, plugin_version }: HelloFrame): Promise<void> {
    let admitted: Admitted;
    try {
      admitted = await admission.admit(sessionKey, token, address);
      // Who hung up meanwhile takes no place.
      if (ws.readyState !== ws.OPEN || state.phase !== 'opening') return;
      const seat = admitted.room.enter(admitted.visitor, connection, {
        ...{ resume, hasRemoteControl: plugin_version === 'latest' },
      });
      state = { phase: 'seated', seat, actor: admitted.actor, watch: undefined };
    } catch (error) {
      // Coming again at once is of no use: people are told, and decide.
      if (error instanceof MeetFull) return connection.end('full', error.message);
      if (error instanceof ApiError && error.status !== 401 && error.status !== 429 && error.status < 500)
        send({ type: 'refused', id: 0, ...refusalOf(error) });
      throw error;
    }
    clearTimeout(timer);
    if (admitted.actor) watch(token, admitted.binderId);
  }

  /** Whoever is signed out, or removed from the binder, is told, and is out when nothing better comes. */
  function watch(token: string, binderId: string): void {
    if (state.phase !== 'seated') return;
    const started = admission.watch(token, binderId);
    state.watch?.end();
    state.watch = started;
    const ended = () => {
      if (state.phase !== 'seated' || state.watch !== started) return;
      started.end();
      state.watch = undefined;
      const { reason } = started.signal;
      if (reason instanceof ApiError && reason.status !== 401) {
        state.seat.receive({ type: 'leave' });
        connection.end('removed', reason.message);
        return;
      }
      send({ type: 'invalid_token', deadline: admission.now() + TOKEN_GRACE_MS });
      timer = setTimeout(() => {
        if (state.phase === 'seated') state.seat.receive({ type: 'leave' });
        writer.close(closeCodes.invalidToken, 'the access token ended, and no other one came');
      }, TOKEN_GRACE_MS).unref();
    };
    if (started.signal.aborted) ended();
    else started.signal.addEventListener('abort', ended);
  }

  async function renew(token: string): Promise<void> {
    if (state.phase !== 'seated' || state.actor === undefined)
      throw invalid('type', 'must not be token: a guest has one for the whole meet');
    const { actor, binderId } = await admission.admit(sessionKey, token, address);
    if ((state as State).phase !== 'seated') return;
    if (actor?.userId !== state.actor.userId)
      throw invalidToken('the token must be of the same user as the one before');
    clearTimeout(timer);
    watch(token, binderId);
  }

  return {
    beat,
    drain: () => writer.close(closeCodes.goingAway, 'the server stops'),
    terminate: () => ws.terminate(),
  };
}
