import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { workerEnvironment } from '../worker-environment.ts';
import type { EngineLog, MeetEngine } from './engine.ts';
import type { EngineEvent, EngineReport, TransportSettings, WorkerInput, WorkerOutput } from './messages.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** A process that dies as it starts is not started in a loop. */
const MIN_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
/** One that ran so long had started well. */
const STABLE_MS = 5_000;
const MAX_STDERR_BYTES = 2_000;

/** The settings that concern the engine. */
export type EmbeddedEngineConfig = Pick<Config, 'meetUdpPort' | 'meetAnnouncedAddresses'> &
  Partial<Pick<Config, 'meetRelayedUdpPort' | 'meetTurnUrls'>>;

/** TLS is over TCP unless it says otherwise, and TURN without TLS is not (RFC 7065). */
function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

/**
 * The engine that comes along: a forwarding unit in a child process, through which all RTP goes and nothing of it through
 * the service. When the process dies another one is started at once.
 */
export function createEmbeddedEngine(
  { meetUdpPort, meetRelayedUdpPort = 0, meetAnnouncedAddresses, meetTurnUrls = [] }: EmbeddedEngineConfig,
  log: EngineLog,
): MeetEngine {
  const settings: TransportSettings = {
    port: meetUdpPort,
    relayedPort: meetTurnUrls.some(isOverTcp) ? meetRelayedUdpPort : undefined,
    announced: meetAnnouncedAddresses,
    bind: '',
  };
  const events = new Set<(event: EngineEvent) => void>();
  const runs = new Set<(isRunning: boolean) => void>();
  let child: ChildProcess | undefined;
  let isRunning = false;
  let isOver = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let report: EngineReport = { meets: 0, connections: 0, packetsIn: 0, packetsOut: 0 };
  let gone: Promise<void> = Promise.resolve();

  function tellRunning(now: boolean): void {
    isRunning = now;
    for (const listener of runs) listener(now);
  }

  function run(): void {
    const startedAt = performance.now();
    let stderr = '';
    const started = fork(ENTRY, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
      env: workerEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = started;
    // It ends with the service, which does not wait for it.
    started.unref();
    started.channel?.unref();
    (started.stderr as { unref?(): void } | null)?.unref?.();
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR_BYTES);
    });
    started.on('message', (message: WorkerOutput) => {
      if (child !== started) return;
      if (message.type === 'ready') {
        if (settings.port !== 0 && message.port !== settings.port)
          log.warn(
            { port: settings.port, taken: message.port },
            'MEET_UDP_PORT is in use: another port is taken',
          );
        if (settings.relayedPort && message.relayedPort !== settings.relayedPort)
          log.warn(
            { port: settings.relayedPort, taken: message.relayedPort },
            'MEET_RELAYED_UDP_PORT is in use: another port is taken',
          );
        tellRunning(true);
      } else if (message.type === 'measured') report = message.report;
      else for (const listener of events) listener(message);
    });
    write({ type: 'configure', settings });
    gone = new Promise((resolve) => {
      const ended = (how: string) => {
        resolve();
        if (child !== started) return;
        child = undefined;
        report = { ...report, meets: 0, connections: 0 };
        if (performance.now() - startedAt > STABLE_MS) failures = 0;
        if (isRunning) tellRunning(false);
        if (isOver) return;
        log.warn({ how, stderr: stderr.trim() }, 'the media process ended; another one is started');
        const wait = Math.min(MAX_RESTART_MS, MIN_RESTART_MS * 2 ** failures++);
        timer = setTimeout(run, failures === 1 ? 0 : wait).unref();
      };
      started.on('error', (error) => ended(error.message));
      started.on('exit', (code, signal) => ended(`exit code ${code}, signal ${signal}`));
    });
  }

  function write(message: WorkerInput): void {
    if (child?.connected) child.send(message, () => undefined);
  }

  return {
    kind: 'embedded',
    recordingProblem: undefined,
    webhooks: undefined,
    // Its tracks were written by a process that died along.
    settleRecording: async () => undefined,
    check: async () => undefined,
    send(command) {
      if (isRunning) write(command);
    },
    onEvent(listener) {
      events.add(listener);
      return () => void events.delete(listener);
    },
    onRunning(listener) {
      runs.add(listener);
      return () => void runs.delete(listener);
    },
    get isRunning() {
      return isRunning;
    },
    get report() {
      return report;
    },
    start() {
      if (!child && !isOver && timer === undefined) run();
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      child?.ref();
      child?.kill('SIGKILL');
      await gone;
    },
    get pid() {
      return child?.pid;
    },
  };
}
