import { createHash, randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { claimsOf, signAs } from './tokens.ts';

interface Person {
  identity: string;
  permission: { can_publish: boolean; can_publish_sources: string[]; can_publish_data: boolean };
  tracks: Map<string, string>;
}

interface Egress {
  egress_id: string;
  room_name: string;
  status: string;
  filename: string;
  startedAt: number;
  trackSid: string;
}

export interface Visit {
  readonly isThere: boolean;
  publish(source: string): Promise<void>;
  unpublish(source: string): Promise<void>;
  isSending(source: string): boolean;
  leave(): Promise<void>;
}

/** The API with token checks, the browsers' endpoint, and webhooks, but no media. */
export interface LivekitStandIn {
  url: string;
  key: string;
  secret: string;
  calls: string[];
  refused: string[];
  rooms: ReadonlyMap<string, ReadonlyMap<string, Person>>;
  /** Tokens of browsers that tried to connect. All attempts fail. */
  connectionTokens: string[];
  isAway: boolean;
  webhookUrl: string | undefined;
  egress: { files: Record<string, string>; from: string; to: string } | undefined;
  enter(token: string): Promise<Visit>;
  postWebhook(
    event: object,
    change?: Partial<{ secret: string; body: string; expires: number }>,
  ): Promise<number>;
  close(): Promise<void>;
}

export async function startLivekitStandIn(): Promise<LivekitStandIn> {
  const key = 'APIstandin';
  const secret = randomBytes(24).toString('base64url');
  const rooms = new Map<string, Map<string, Person>>();
  const egresses: Egress[] = [];
  let count = 0;
  const missing = (what: string) => Object.assign(new Error(`${what} does not exist`), { code: 'not_found' });
  const roomOf = (name: string) => {
    const room = rooms.get(name);
    if (!room) throw missing('requested room');
    return room;
  };
  const personOf = (name: string, identity: string) => {
    const person = rooms.get(name)?.get(identity);
    if (!person) throw missing('participant');
    return person;
  };

  async function endEgress(egress: Egress): Promise<void> {
    if (egress.status !== 'EGRESS_ACTIVE') return;
    egress.status = 'EGRESS_ENDING';
    const { egress: target } = standIn;
    const source = /-([a-z_]+)-/.exec(egress.filename)?.[1] ?? '';
    const file = target?.files[source];
    if (target && file) await copyFile(file, join(target.to, egress.filename.slice(target.from.length)));
    egress.status = 'EGRESS_COMPLETE';
    await standIn.postWebhook({ event: 'egress_ended', egressInfo: { roomName: egress.room_name } });
  }

  async function removeTrack(room: string, person: Person, source: string): Promise<void> {
    const sid = person.tracks.get(source);
    if (!person.tracks.delete(source)) return;
    for (const egress of egresses) if (egress.trackSid === sid) await endEgress(egress);
    await standIn.postWebhook({ event: 'track_unpublished', room: { name: room } });
  }

  async function removePerson(room: string, person: Person): Promise<void> {
    for (const source of [...person.tracks.keys()]) await removeTrack(room, person, source);
    if (rooms.get(room)?.get(person.identity) === person) rooms.get(room)?.delete(person.identity);
    await standIn.postWebhook({ event: 'participant_left', room: { name: room } });
  }

  const present = (egress: Egress) => ({
    egress_id: egress.egress_id,
    room_name: egress.room_name,
    status: egress.status,
    file_results: [{ filename: egress.filename, started_at: String(egress.startedAt * 1e6) }],
  });

  const methods: Record<
    string,
    { grant: string; run(body: Record<string, string & Person['permission']>): Promise<object> | object }
  > = {
    'RoomService/ListRooms': { grant: 'roomList', run: () => ({ rooms: [] }) },
    'RoomService/CreateRoom': {
      grant: 'roomCreate',
      run({ name = '' }) {
        if (!rooms.has(name)) rooms.set(name, new Map());
        return { name };
      },
    },
    'RoomService/DeleteRoom': {
      grant: 'roomCreate',
      async run({ room = '' }) {
        for (const person of roomOf(room).values()) await removePerson(room, person);
        rooms.delete(room);
        return {};
      },
    },
    'RoomService/ListParticipants': {
      grant: 'roomAdmin',
      run: ({ room = '' }) => ({
        participants: [
          ...[...roomOf(room).values()].map(({ identity, permission, tracks }) => ({
            identity,
            permission,
            tracks: [...tracks].map(([source, sid]) => ({ sid, source: source.toUpperCase() })),
          })),
          { identity: 'EG_recorder', kind: 'EGRESS' },
        ],
      }),
    },
    'RoomService/RemoveParticipant': {
      grant: 'roomAdmin',
      async run({ room = '', identity = '' }) {
        await removePerson(room, personOf(room, identity));
        return {};
      },
    },
    'RoomService/UpdateParticipant': {
      grant: 'roomAdmin',
      async run({ room = '', identity = '', permission }) {
        const person = personOf(room, identity);
        const sources = (permission?.can_publish_sources ?? []).map((source) => source.toLowerCase());
        person.permission = {
          can_publish: permission?.can_publish === true,
          can_publish_sources: sources,
          can_publish_data: permission?.can_publish_data === true,
        };
        for (const source of [...person.tracks.keys()])
          if (!mayPublish(person, source)) await removeTrack(room, person, source);
        return {};
      },
    },
    'Egress/StartTrackEgress': {
      grant: 'roomRecord',
      run({ room_name = '', track_id = '', file }) {
        const { filepath } = file as unknown as { filepath: string };
        const egress: Egress = {
          egress_id: `EG_${++count}`,
          room_name,
          trackSid: track_id,
          status: 'EGRESS_ACTIVE',
          filename: `${filepath}.webm`,
          startedAt: Date.now(),
        };
        egresses.push(egress);
        return present(egress);
      },
    },
    'Egress/StopEgress': {
      grant: 'roomRecord',
      run({ egress_id }) {
        const egress = egresses.find((each) => each.egress_id === egress_id);
        if (!egress) throw missing('egress');
        setImmediate(() => void endEgress(egress));
        return present(egress);
      },
    },
    'Egress/ListEgress': {
      grant: 'roomRecord',
      run: ({ room_name }) => ({
        items: egresses.filter((each) => each.room_name === room_name).map(present),
      }),
    },
  };

  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/twirp/livekit.', '');
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (standIn.isAway) return void request.socket.destroy();
    standIn.calls.push(name);
    serve(name, request).then(
      (body) => answer(200, body),
      (error) => {
        if (error.code === undefined) standIn.refused.push(`${name}: ${error.message}`);
        answer(error.code === undefined ? 401 : 404, {
          code: error.code ?? 'unauthenticated',
          msg: error.message,
        });
      },
    );
  });

  server.on('upgrade', (request, socket) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname.startsWith('/rtc')) standIn.connectionTokens.push(searchParams.get('access_token') ?? '');
    socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  });

  async function serve(name: string, request: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const method = methods[name];
    if (!method || request.method !== 'POST') throw new Error('there is no such call');
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { video = {}, exp } = claimsOf(token, key, secret);
    if (exp > Date.now() / 1_000 + 120) throw new Error('a token of a call is good for long');
    if (video[method.grant] !== true) throw new Error(`permissions denied: ${method.grant}`);
    if (method.grant === 'roomAdmin' && video.room !== body.room) throw new Error('permissions denied: room');
    return method.run(body);
  }

  const standIn: LivekitStandIn = {
    url: '',
    key,
    secret,
    calls: [],
    refused: [],
    connectionTokens: [],
    rooms,
    isAway: false,
    webhookUrl: undefined,
    egress: undefined,
    async enter(token) {
      const { sub, video } = claimsOf(token, key, secret);
      if (video?.roomJoin !== true || !sub) throw new Error('permissions denied: roomJoin');
      const { room } = video;
      if (!rooms.has(room)) rooms.set(room, new Map());
      const person: Person = {
        identity: sub,
        permission: {
          can_publish: video.canPublish !== false,
          can_publish_sources: video.canPublishSources ?? [],
          can_publish_data: video.canPublishData !== false,
        },
        tracks: new Map(),
      };
      roomOf(room).set(sub, person);
      await standIn.postWebhook({ event: 'participant_joined', room: { name: room } });
      const isThere = () => rooms.get(room)?.get(sub) === person;
      return {
        get isThere() {
          return isThere();
        },
        async publish(source) {
          if (!isThere()) throw new Error('disconnected');
          if (!mayPublish(person, source)) throw new Error('insufficient permissions to publish');
          person.tracks.set(source, `TR_${++count}`);
          await standIn.postWebhook({ event: 'track_published', room: { name: room } });
        },
        unpublish: (source) => removeTrack(room, person, source),
        isSending: (source) => isThere() && person.tracks.has(source),
        leave: () => removePerson(room, person),
      };
    },
    async postWebhook(event, change = {}) {
      if (standIn.webhookUrl === undefined) return 0;
      const now = Math.floor(Date.now() / 1_000);
      const text = JSON.stringify({ id: `EV_${++count}`, createdAt: String(now), ...event });
      const sha256 = createHash('sha256').update(text).digest('base64');
      const claims = { nbf: now, exp: now + (change.expires ?? 300), sha256 };
      const { status } = await fetch(standIn.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/webhook+json',
          authorization: signAs(key, change.secret ?? secret, claims),
        },
        body: change.body ?? text,
      });
      return status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

function mayPublish({ permission }: Person, source: string): boolean {
  const { can_publish: may, can_publish_sources: sources } = permission;
  return may && (sources.length === 0 || sources.includes(source));
}
