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
import { inSpan, openSpan } from '../../tracing/index.ts';
import {
  createFrameRate,
  createFrameReader,
  createSocketWriter,
  type FrameListener,
  listenToFrames,
  refusalOf,
  type SocketWriter,
  unexpectedFrame,
} from '../realtime/index.ts';
import type { Admission } from './admission.ts';
import { AdmissionRefused } from './admission-refused.ts';
import { meetFrameAccess } from './frame-access.ts';
import type { MemberConnection } from './member.ts';
import { type ParticipantHandle, RESUME_WINDOW_MS, type RoomFrame } from './room-interface.ts';
import { createSender, type MeetSender, type SenderEvents } from './sender.ts';

const HELLO_TIMEOUT_MS = 10_000;
/** `burst` allows the frames of a join, and `perSecond` allows the actions of a person. */
const RATE = { burst: 300, perSecond: 40 };

const readFrame = createFrameReader<MeetClientFrame>(meetClientFrames);

type HelloFrame = Extract<MeetClientFrame, { type: 'hello' }>;

export interface MeetSocket {
  beat(): void;
  drain(): void;
  terminate(): void;
}

type State =
  | { phase: 'opening'; timer: NodeJS.Timeout }
  | { phase: 'seated'; seat: ParticipantHandle; sender: MeetSender; pass(frame: RoomFrame): void }
  | { phase: 'closed' };

export function serveMeetConnection(
  admission: Admission,
  socket: ServedSocket,
  onClosed: () => void,
): MeetSocket {
  return new ServedMeetConnection(admission, socket, onClosed);
}

interface ServedSocket {
  ws: WebSocket;
  stream: Writable;
  address: string;
  sessionKey: string;
}

class ServedMeetConnection implements MeetSocket {
  readonly #admission: Admission;
  readonly #socket: ServedSocket;
  readonly #writer: SocketWriter;
  readonly #listener: FrameListener;
  readonly #connection: MemberConnection;
  #state: State;

  constructor(admission: Admission, socket: ServedSocket, onClosed: () => void) {
    this.#admission = admission;
    this.#socket = socket;
    const writer = createSocketWriter(socket.ws, socket.stream);
    this.#writer = writer;
    const timer = setTimeout(
      () => writer.close(closeCodes.helloTimeout, 'no hello frame arrived in time'),
      HELLO_TIMEOUT_MS,
    ).unref();
    this.#state = { phase: 'opening', timer };
    const send = (frame: MeetServerFrame) => writer.send(Buffer.from(JSON.stringify(frame)));
    this.#connection = {
      send,
      end(reason, message) {
        send({ type: 'ended', reason, message });
        writer.close(1000, reason);
      },
      drop: () => writer.close(closeCodes.scheduleRetry, 'the meet has moved'),
      signOut: () => writer.close(closeCodes.invalidToken, 'the access token is no longer valid'),
    };
    const rate = createFrameRate(RATE);
    this.#listener = listenToFrames<MeetClientFrame>(socket.ws, {
      writer,
      read: readFrame,
      handle: (frame) => this.#handle(frame),
      failed: (error) => admission.log(error),
      takeRate: () => rate.take(),
      closed: () => {
        this.#end();
        onClosed();
      },
    });
  }

  beat(): void {
    this.#listener.beat();
  }

  drain(): void {
    this.#writer.close(closeCodes.goingAway, 'the server is stopping');
  }

  terminate(): void {
    this.#socket.ws.terminate();
  }

  #handle(frame: MeetClientFrame): void {
    const state = this.#state;
    if (state.phase === 'closed') return;
    if (frame.type === 'ping') this.#connection.send({ type: 'pong' });
    else if (frame.type === 'hello') {
      if (state.phase !== 'opening') throw unexpectedFrame(frame.type);
      this.#listener.alone(() => inSpan('meet join', {}, () => this.#enter(frame)));
    } else if (state.phase === 'opening') throw unexpectedFrame(frame.type);
    else if (frame.type === 'token') this.#listener.alone(() => this.#renew(frame.token));
    else if (frame.type === 'leave') {
      state.seat.receive(frame);
      this.#writer.close(1000, 'left');
    } else state.pass(frame satisfies RoomFrame);
  }

  async #enter({ token, resume, plugin_version }: HelloFrame): Promise<void> {
    const { ws, sessionKey, address } = this.#socket;
    try {
      const admitted = await this.#admission.admit(sessionKey, token, address);
      if (ws.readyState !== ws.OPEN || this.#state.phase !== 'opening') return;
      const { room, visitor, rights } = admitted;
      const hasRemoteControl = plugin_version === 'latest';
      const seat = room.enter(visitor, this.#connection, { resume, hasRemoteControl, rights });
      const sender = createSender(this.#admission, { ...admitted, token }, this.#eventsFor(seat));
      clearTimeout(this.#state.timer);
      this.#state = { phase: 'seated', seat, sender, pass: this.#gateTo(seat, sender) };
      sender.watch();
    } catch (error) {
      // Only a person can change the outcome, so the client must not reconnect automatically.
      if (error instanceof AdmissionRefused) return this.#connection.end(error.reason, error.message);
      if (error instanceof ApiError && error.status !== 401 && error.status !== 429 && error.status < 500)
        this.#connection.send({ type: 'refused', id: 0, ...refusalOf(error) });
      throw error;
    }
  }

  #gateTo(seat: ParticipantHandle, sender: MeetSender): (frame: RoomFrame) => void {
    const refuse = (frame: RoomFrame, error: unknown) => this.#refuse(frame, error);
    const act = (frame: RoomFrame, proved?: SenderRights) => {
      const span = frame.type === 'offer' ? openSpan('meet publish') : undefined;
      try {
        seat.receive(frame, proved);
      } catch (error) {
        span?.fail();
        refuse(frame, error);
      }
      span?.end();
    };
    return createFrameGate<RoomFrame>(meetFrameAccess, sender, { act, refuse });
  }

  #eventsFor(seat: ParticipantHandle): SenderEvents {
    const connection = this.#connection;
    return {
      expired: (deadline) => connection.send({ type: 'invalid_token', deadline }),
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

  #refuse(frame: RoomFrame, error: unknown): void {
    if (!(error instanceof ApiError)) this.#admission.log(error);
    const refusal = refusalOf(error);
    if ('id' in frame) this.#connection.send({ type: 'refused', id: frame.id, ...refusal });
    else this.#connection.send({ type: 'rejected', frame: frame.type, ...refusal });
  }

  async #renew(token: string): Promise<void> {
    if (this.#state.phase !== 'seated') return;
    const { seat, sender } = this.#state;
    seat.setRights(await sender.renew(token));
  }

  #end(): void {
    const before = this.#state;
    this.#state = { phase: 'closed' };
    if (before.phase === 'opening') clearTimeout(before.timer);
    if (before.phase !== 'seated') return;
    before.seat.lost();
    // The person may still reconnect, and must be removed if access is revoked until then.
    setTimeout(before.sender.end, RESUME_WINDOW_MS).unref();
  }
}
