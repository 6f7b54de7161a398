import type { EngineLog, EngineWebhooks, MeetEngine } from '../engine.ts';
import type { EngineCommand, EngineEvent, EngineReport } from '../messages.ts';
import { type LivekitMeet, openLivekitMeet } from './meet.ts';
import { finishEgress, type RecordingFolders } from './recording.ts';
import { createLivekitApi, type LivekitApi } from './server-api.ts';
import type { LivekitKey } from './tokens.ts';
import { readWebhook } from './webhooks.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

interface LivekitServer extends LivekitKey {
  url: string;
  folders: RecordingFolders | undefined;
}

export function createLivekitEngine(server: LivekitServer, log: EngineLog): MeetEngine {
  return new LivekitEngine(server, log);
}

const now = Date.now;

class LivekitEngine implements MeetEngine {
  readonly kind = 'livekit';
  readonly pid = undefined;
  readonly recordingProblem: string | undefined;
  readonly webhooks: EngineWebhooks;
  readonly #server: LivekitServer;
  readonly #log: EngineLog;
  readonly #api: LivekitApi;
  readonly #events = new Set<(event: EngineEvent) => void>();
  readonly #runs = new Set<(isRunning: boolean) => void>();
  readonly #meets = new Map<string, LivekitMeet>();
  #state: 'idle' | 'starting' | 'running' | 'stopped' = 'idle';

  constructor(server: LivekitServer, log: EngineLog) {
    this.#server = server;
    this.#log = log;
    this.#api = createLivekitApi(server.url, server, now);
    if (!server.folders)
      this.recordingProblem =
        'the server cannot record: LIVEKIT_EGRESS_DIR does not say where LiveKit would write';
    this.webhooks = {
      read: (body, authorization) =>
        readWebhook(server, body, authorization, now())?.replace(/\/[0-9a-f]+$/, ''),
      look: (meet) => this.#meets.get(meet)?.look(),
    };
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get report(): EngineReport {
    const connections = [...this.#meets.values()].reduce((sum, { members }) => sum + members.size, 0);
    return { meets: this.#meets.size, connections, packetsIn: 0, packetsOut: 0 };
  }

  start(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'starting';
    void this.#reach(MIN_RETRY_MS);
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.#events.add(listener);
    return () => void this.#events.delete(listener);
  }

  onRunning(listener: (isRunning: boolean) => void): () => void {
    this.#runs.add(listener);
    return () => void this.#runs.delete(listener);
  }

  send(command: EngineCommand): void {
    if (this.#state !== 'running') return;
    const meet = this.#meetOf(command);
    if (meet) perform(meet, command, (event) => this.#tell(event));
    this.#forgetIfOver(command.meet);
  }

  async settleRecording(folder: string): Promise<void> {
    const { folders } = this.#server;
    if (!folders) return;
    await finishEgress(this.#api, folders, folder, (error) =>
      this.#log.warn({ err: error, folder }, 'livekit: recording incomplete'),
    );
  }

  check(): Promise<void> {
    return this.#api.ping();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    for (const meet of this.#meets.values()) meet.close();
    this.#meets.clear();
  }

  async #reach(wait: number): Promise<void> {
    try {
      await this.#api.ping();
    } catch (error) {
      this.#log.warn({ err: error }, 'livekit: server does not respond, retrying; meets wait');
      if (this.#state === 'starting')
        setTimeout(() => void this.#reach(Math.min(MAX_RETRY_MS, wait * 2)), wait).unref();
      return;
    }
    if (this.#state !== 'starting') return;
    this.#state = 'running';
    for (const listener of this.#runs) listener(true);
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#events) listener(event);
    if (event.type === 'recorded') this.#forgetIfOver(event.meet);
  }

  #forgetIfOver(name: string): void {
    if (this.#meets.get(name)?.isOver) this.#meets.delete(name);
  }

  #meetOf(command: EngineCommand): LivekitMeet | undefined {
    const existingMeet = this.#meets.get(command.meet);
    if (existingMeet || (command.type !== 'join' && command.type !== 'record')) return existingMeet;
    const { url, folders } = this.#server;
    const opened = openLivekitMeet(command.meet, {
      url,
      key: this.#server,
      api: this.#api,
      folders,
      log: this.#log,
      now,
      emit: (event) => this.#tell(event),
    });
    this.#meets.set(command.meet, opened);
    return opened;
  }
}

function perform(meet: LivekitMeet, command: EngineCommand, emit: (event: EngineEvent) => void): void {
  switch (command.type) {
    case 'join':
      meet.join(command.participant);
      break;
    case 'leave':
      meet.leave(command.participant);
      break;
    case 'mute':
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
      emit({
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
      break;
    default:
      command satisfies never;
  }
}
