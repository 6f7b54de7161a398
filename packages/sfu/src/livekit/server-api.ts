import type { LivekitKey, VideoGrant } from './tokens.ts';
import { signToken } from './tokens.ts';

const TIMEOUT_MS = 5_000;

/** LiveKit omits fields with default values. */
export interface LivekitTrack {
  sid: string;
  source?: string;
}

export interface LivekitParticipant {
  identity: string;
  kind?: string;
  tracks?: LivekitTrack[];
  permission?: { can_publish?: boolean; can_publish_sources?: string[] };
}

/** Times are nanoseconds since 1970, as strings. */
export interface LivekitEgress {
  egress_id: string;
  status?: string;
  error?: string;
  track?: { file?: { filepath?: string } };
  file_results?: { filename?: string; started_at?: string }[];
}

export class LivekitError extends Error {
  readonly code: string;
  constructor(call: string, code: string, message: string) {
    super(`${call}: ${code} ${message}`.trim());
    this.code = code;
  }
}

export interface LivekitApi {
  createRoom(room: string): Promise<void>;
  deleteRoom(room: string): Promise<void>;
  listParticipants(room: string): Promise<LivekitParticipant[]>;
  removeParticipant(room: string, identity: string): Promise<void>;
  allow(room: string, identity: string, canPublish: boolean, sources: string[]): Promise<void>;
  startTrackEgress(room: string, trackSid: string, filepath: string): Promise<LivekitEgress>;
  stopEgress(id: string): Promise<void>;
  listEgress(room: string): Promise<LivekitEgress[]>;
  ping(): Promise<void>;
}

/** LiveKit deletes an empty room after this time. */
const EMPTY_SECONDS = 120;

export function createLivekitApi(url: string, key: LivekitKey, now: () => number): LivekitApi {
  const base = url.replace(/^ws/, 'http');

  async function call<T>(method: string, grant: VideoGrant, body: object): Promise<T> {
    const response = await fetch(`${base}/twirp/livekit.${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${signToken(key, grant, now())}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new LivekitError(
        method,
        'unreachable',
        error.cause instanceof Error ? error.cause.message : error.message,
      );
    });
    const text = await response.text();
    if (response.ok) return snake(JSON.parse(text)) as T;
    let failure: { code?: unknown; msg?: unknown } = {};
    try {
      failure = JSON.parse(text);
    } catch {
      // A proxy's error may not be JSON.
    }
    throw new LivekitError(method, String(failure.code ?? response.status), String(failure.msg ?? ''));
  }

  return {
    async createRoom(room) {
      const timeouts = { empty_timeout: EMPTY_SECONDS, departure_timeout: EMPTY_SECONDS };
      await call('RoomService/CreateRoom', { roomCreate: true }, { name: room, ...timeouts });
    },
    async deleteRoom(room) {
      await call('RoomService/DeleteRoom', { roomCreate: true }, { room });
    },
    async listParticipants(room) {
      const grant = { roomAdmin: true, room };
      const { participants = [] } = await call<{ participants?: LivekitParticipant[] }>(
        'RoomService/ListParticipants',
        grant,
        { room },
      );
      return participants;
    },
    async removeParticipant(room, identity) {
      // Without this timestamp, issued tokens would stay valid.
      const revoke_token_ts = String(Math.floor(now() / 1_000));
      await call(
        'RoomService/RemoveParticipant',
        { roomAdmin: true, room },
        { room, identity, revoke_token_ts },
      );
    },
    async allow(room, identity, canPublish, sources) {
      const permission = {
        can_subscribe: true,
        can_publish: canPublish,
        can_publish_sources: sources.map((source) => source.toUpperCase()),
        can_publish_data: false,
      };
      await call('RoomService/UpdateParticipant', { roomAdmin: true, room }, { room, identity, permission });
    },
    startTrackEgress: (room, trackSid, filepath) =>
      call(
        'Egress/StartTrackEgress',
        { roomRecord: true },
        {
          room_name: room,
          track_id: trackSid,
          file: { filepath, disable_manifest: true },
        },
      ),
    async stopEgress(id) {
      await call('Egress/StopEgress', { roomRecord: true }, { egress_id: id });
    },
    async listEgress(room) {
      const { items = [] } = await call<{ items?: LivekitEgress[] }>(
        'Egress/ListEgress',
        { roomRecord: true },
        { room_name: room },
      );
      return items;
    },
    async ping() {
      await call('RoomService/ListRooms', { roomList: true }, { names: ['none'] });
    },
  };
}

/** LiveKit returns camel or snake case, depending on its version. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snake(each),
    ]),
  );
}
