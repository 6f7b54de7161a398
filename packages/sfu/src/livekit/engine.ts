import type { EngineLog, MeetEngine } from '../engine.ts';
import type { EngineCommand, EngineEvent } from '../messages.ts';
import { type LivekitMeet, openLivekitMeet } from './meet.ts';
import { finishEgress, type RecordingFolders } from './recording.ts';
import { createLivekitApi } from './server-api.ts';
import type { LivekitKey } from './tokens.ts';
import { readWebhook } from './webhooks.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

export function createLivekitEngine(
  {
    url,
    folders,
    ...key
  }: LivekitKey & {
    /** Its address, by WebSocket. */
    url: string;
    folders: RecordingFolders | undefined;
  },
  log: EngineLog,
): MeetEngine {
  // Not the clock of the service: that of a sandbox is moved.
  const now = Date.now;
  const api = createLivekitApi(url, key, now);
  const events = new Set<(event: EngineEvent) => void>();
  const runs = new Set<(isRunning: boolean) => void>();
  const meets = new Map<string, LivekitMeet>();
  let state: 'idle' | 'starting' | 'running' | 'stopped' = 'idle';
  const tell = (event: EngineEvent) => {
    for (const listener of events) listener(event);
    if (event.type === 'recorded') forget(event.meet);
  };

  function forget(name: string): void {
    if (meets.get(name)?.isOver) meets.delete(name);
  }

  async function reach(wait: number): Promise<void> {
    try {
      await api.ping();
    } catch (error) {
      log.warn({ err: error }, 'LiveKit does not answer; it is tried again, and meets wait');
      if (state === 'starting') setTimeout(() => void reach(Math.min(MAX_RETRY_MS, wait * 2)), wait).unref();
      return;
    }
    if (state !== 'starting') return;
    state = 'running';
    for (const listener of runs) listener(true);
  }

  function meetOf(command: EngineCommand): LivekitMeet | undefined {
    const known = meets.get(command.meet);
    if (known || (command.type !== 'join' && command.type !== 'record')) return known;
    const opened = openLivekitMeet(command.meet, { url, key, api, folders, log, now, tell });
    meets.set(command.meet, opened);
    return opened;
  }

  return {
    kind: 'livekit',
    get isRunning() {
      return state === 'running';
    },
    get report() {
      const connections = [...meets.values()].reduce((sum, { members }) => sum + members.size, 0);
      return { meets: meets.size, connections, packetsIn: 0, packetsOut: 0 };
    },
    recordingProblem: folders
      ? undefined
      : 'the server cannot record: LIVEKIT_EGRESS_DIR does not say where LiveKit would write',
    pid: undefined,
    start() {
      if (state !== 'idle') return;
      state = 'starting';
      void reach(MIN_RETRY_MS);
    },
    onEvent(listener) {
      events.add(listener);
      return () => void events.delete(listener);
    },
    onRunning(listener) {
      runs.add(listener);
      return () => void runs.delete(listener);
    },
    send(command) {
      if (state !== 'running') return;
      const meet = meetOf(command);
      if (meet) perform(meet, command, tell);
      forget(command.meet);
    },
    settleRecording: (folder) =>
      folders
        ? finishEgress(api, folders, folder, (error) =>
            log.warn({ err: error, folder }, 'LiveKit has not recorded everything'),
          )
        : Promise.resolve(),
    check: () => api.ping(),
    webhooks: {
      read(body, authorization) {
        // A room is called as its meet, and by a number of its own.
        return readWebhook(key, body, authorization, now())?.replace(/\/[0-9a-f]+$/, '');
      },
      look: (meet) => meets.get(meet)?.look(),
    },
    async stop() {
      state = 'stopped';
      for (const meet of meets.values()) meet.close();
      meets.clear();
    },
  };
}

function perform(meet: LivekitMeet, command: EngineCommand, tell: (event: EngineEvent) => void): void {
  switch (command.type) {
    case 'join':
      meet.join(command.participant);
      break;
    case 'leave':
      meet.leave(command.participant);
      break;
    case 'mute':
      // Who mutes himself does so in his own client; what others have stopped he may not send.
      if (command.isForced || !command.isMuted)
        meet.setStopped(command.participant, command.source, command.isMuted);
      break;
    case 'restart':
      meet.admit(command.participant);
      break;
    case 'changed':
      meet.look();
      break;
    case 'record':
      meet.record(command.folder, command.elapsedMs);
      break;
    case 'stop_recording':
      meet.stopRecording();
      break;
    case 'offer':
      tell({
        type: 'refused',
        meet: command.meet,
        participant: command.participant,
        id: command.id,
        message: 'the media of this meet goes over LiveKit',
      });
      break;
    case 'answer':
    case 'unpublish':
    case 'view':
      // LiveKit’s own client agrees on these.
      break;
    default:
      command satisfies never;
  }
}
