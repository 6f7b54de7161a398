import type { BinderCard, ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { createClient, type RingbinderClient } from '../../client.ts';
import type { SocketLike } from '../../connection/socket.ts';
import { createModel } from '../../replica/testing/model.ts';

type Model = ReturnType<typeof createModel>;
type Sent = ServerFrame;

interface Posted {
  binderId: string;
  key: string;
  text: string;
  clientUuid: string | undefined;
}

export type PostBehavior =
  | 'answer'
  | { answerAfter: Promise<void> }
  | 'lose'
  | 'unreachable'
  | 'hang'
  | { status: number; code: string };

interface Session {
  id: number;
  socket: FakeSocket;
  token: string | undefined;
  followed: Map<string, number>;
  listsBinders: boolean;
}

export class FakeSocket implements SocketLike {
  bufferedAmount = 0;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  isOpen = false;
  isClosed = false;
  readonly sent: ClientFrame[] = [];
  readonly #hear: (frame: ClientFrame) => void;

  constructor(onFrame: (frame: ClientFrame) => void) {
    this.#hear = onFrame;
  }

  send(data: string): void {
    if (!this.isOpen) throw new Error('not open');
    const frame = JSON.parse(data) as ClientFrame;
    this.sent.push(frame);
    setImmediate(() => this.isOpen && this.#hear(frame));
  }

  close(): void {
    this.isClosed = true;
    this.isOpen = false;
  }

  deliver(frame: Sent): void {
    const data = JSON.stringify(frame);
    setImmediate(() => this.isOpen && this.onmessage?.({ data } as never));
  }

  deliverClose(code: number): void {
    setImmediate(() => {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.onclose?.({ code, reason: '' } as never);
    });
  }
}

export function createFakeServer({ heartbeatMs = 60_000, maxMessages = 20 } = {}) {
  const binders = new Map<string, { model: Model; epoch: string }>();
  const sessions = new Set<Session>();
  const opened: FakeSocket[] = [];
  const validTokens = new Set(['T1']);
  const posted: Posted[] = [];
  const answered = new Map<string, { binder_comment_id: number; seq: number; created_time: number }>();
  let isReachable = true;
  let postBehavior: (posted: Posted) => PostBehavior = () => 'answer';
  let refusal: string | undefined;
  let sessionIds = 0;

  function binder(id: string) {
    const existing = binders.get(id) ?? { model: createModel(), epoch: 'e1' };
    binders.set(id, existing);
    return existing;
  }

  function openSocket(): FakeSocket {
    const session: Session = {
      id: ++sessionIds,
      socket: new FakeSocket((frame) => handleFrame(session, frame)),
      token: undefined,
      followed: new Map(),
      listsBinders: false,
    };
    opened.push(session.socket);
    setImmediate(() => {
      if (session.socket.isClosed) return;
      if (!isReachable) {
        session.socket.onerror?.({} as never);
        session.socket.onclose?.({ code: 1006, reason: '' } as never);
        return;
      }
      session.socket.isOpen = true;
      sessions.add(session);
      session.socket.onopen?.({} as never);
    });
    return session.socket;
  }

  function handleFrame(session: Session, frame: ClientFrame): void {
    const { socket } = session;
    if (frame.type === 'hello' || frame.type === 'token') {
      if (!validTokens.has(frame.token)) {
        socket.deliverClose(4401);
        return;
      }
      session.token = frame.token;
      socket.deliver({
        type: 'welcome',
        session_id: `S${session.id}`,
        user: { id: 'U1', name: 'Ada' },
        heartbeat_ms: heartbeatMs,
        max_subscriptions: 100,
      });
    } else if (frame.type === 'ping') socket.deliver({ type: 'pong' });
    else if (frame.type === 'unsubscribe') session.followed.delete(frame.binder_id);
    else if (refusal !== undefined && 'id' in frame)
      socket.deliver({ type: 'refused', id: frame.id, code: refusal, message: 'no' });
    else if (frame.type === 'subscribe_self') {
      session.listsBinders = true;
      socket.deliver({
        type: 'binders',
        id: frame.id,
        binders: [...binders.keys()].map(card),
        categories: [],
      });
    } else if (frame.type === 'publish') {
      for (const other of sessions)
        if (other !== session && other.followed.has(frame.binder_id))
          other.socket.deliver({
            ...frame,
            type: 'ephemeral',
            user: { id: 'U1', name: 'Ada' },
            session_id: `S${session.id}`,
          });
    } else subscribe(session, frame);
  }

  function subscribe(session: Session, frame: Extract<ClientFrame, { type: 'subscribe' }>): void {
    const { binder_id, id, position } = frame;
    const { model, epoch } = binder(binder_id);
    session.followed.set(binder_id, model.seq);
    if (position?.epoch === epoch)
      session.socket.deliver({
        type: 'entries',
        id,
        binder_id,
        epoch,
        entries: model.entriesAfter(position.seq),
      });
    else
      session.socket.deliver({
        type: 'snapshot',
        id,
        binder_id,
        position: { epoch, seq: model.seq },
        state: model.snapshot(maxMessages),
      });
  }

  function card(id: string): BinderCard {
    const { model, epoch } = binder(id);
    const { binder: shared, messages } = model.snapshot(1);
    return {
      binder: { ...shared, id },
      position: { epoch, seq: model.seq },
      unread: 0,
      mentions: 0,
      last_message: messages[0] ?? null,
      category_id: null,
      read_message_id: 0,
      member_type: 'BOARD_OWNER',
      is_favourite: false,
      is_muted: false,
      is_archived: false,
      is_meeting: false,
    };
  }

  function flush(): void {
    for (const { followed, socket, listsBinders } of sessions) {
      for (const [id, seq] of followed) {
        const { model, epoch } = binder(id);
        if (seq === model.seq) continue;
        socket.deliver({ type: 'entries', binder_id: id, epoch, entries: model.entriesAfter(seq) });
        followed.set(id, model.seq);
        if (listsBinders) socket.deliver({ type: 'binder_changed', card: card(id) });
      }
    }
  }

  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const [, , binderId = ''] = url.pathname.split('/');
    const { model } = binder(binderId);
    if (request.method === 'GET') {
      const { messages, hasMore } = list(model, url.searchParams);
      return ok({ messages, ...(hasMore ? { next_cursor: 'more' } : {}) });
    }
    const body = (await request.json()) as { message: { text: string }; client_uuid?: string };
    const post: Posted = {
      binderId,
      key: request.headers.get('idempotency-key') ?? '',
      text: body.message.text,
      clientUuid: body.client_uuid,
    };
    const behavior = postBehavior(post);
    if (behavior === 'hang')
      return new Promise((_, reject) => request.signal.addEventListener('abort', reject));
    if (behavior === 'unreachable') throw new TypeError('no network');
    if (typeof behavior === 'object' && 'status' in behavior)
      return Response.json({ code: behavior.code, message: 'refused' }, { status: behavior.status });
    const done = answered.get(post.key) ?? doPost(post, model);
    if (typeof behavior === 'object') await behavior.answerAfter;
    if (behavior === 'lose') throw new TypeError('the connection broke');
    return ok(done);
  };

  function doPost(post: Posted, model: Model) {
    posted.push(post);
    model.operate({ kind: 'post', choice: 1, other: 0 });
    if (post.clientUuid) model.describeLast({ client_uuid: post.clientUuid });
    const done = { binder_comment_id: model.newestMessageId, seq: model.seq, created_time: 1 };
    answered.set(post.key, done);
    flush();
    return done;
  }

  return {
    openSocket,
    opened,
    posted,
    validTokens,
    binder,
    flush,
    client: (token: string | ((refused?: string) => string | Promise<string>) = 'T1'): RingbinderClient =>
      createClient({
        baseUrl: 'http://fake.test/v1/',
        token,
        fetch: answer,
        retry: { attempts: 1 },
      }),
    get sessions() {
      return [...sessions].filter(({ socket }) => socket.isOpen);
    },
    send(frame: Sent): void {
      for (const { socket } of sessions) socket.deliver(frame);
    },
    cut(code = 1006): void {
      for (const { socket } of sessions) socket.deliverClose(code);
      sessions.clear();
    },
    setReachable(value: boolean): void {
      isReachable = value;
    },
    setPostBehavior(behavior: (posted: Posted) => PostBehavior): void {
      postBehavior = behavior;
    },
    refuseSubscriptions(code: string | undefined): void {
      refusal = code;
    },
    reset(id: string): void {
      binders.set(id, { model: createModel(), epoch: `e${Math.random()}` });
    },
  };
}

function list(model: Model, query: URLSearchParams) {
  const [after, before, limit] = ['after', 'before', 'limit'].map((name) => query.get(name));
  const count = Number(limit);
  if (after != null) return model.newerThan(Number(after), count);
  const { messages, hasOlder } = model.olderThan(before == null ? Infinity : Number(before), count);
  return { messages, hasMore: hasOlder };
}

function ok(data: object): Response {
  return Response.json({ code: 'RESPONSE_SUCCESS', data });
}
