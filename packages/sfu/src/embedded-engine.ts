import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineLog, MeetEngine } from './engine.ts';
import type { EngineEvent, EngineReport, TransportSettings, WorkerInput, WorkerOutput } from './messages.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
const MIN_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
/** One that ran so long had started well. */
const STABLE_MS = 5_000;
const MAX_STDERR_BYTES = 2_000;
/** The spare process is started once the others have had the processor to join, or to come back. */
const SPARE_AFTER_MS = 5_000;

/** How clients reach the engine. */
export interface EmbeddedEngineSettings {
  /** One UDP port for all media; 0 for a free one. */
  udpPort: number;
  /** Addresses that clients get beside those of the machine. */
  announcedAddresses?: string[];
  /** The TURN servers of the clients. One over TCP or TLS needs a second port. */
  turnUrls?: readonly string[];
  /** The UDP port for clients that come by such a relay; 0, the default, for a free one. */
  relayedUdpPort?: number;
}

/** TLS is over TCP unless it says otherwise, and TURN without TLS is not (RFC 7065). */
function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

interface Worker {
  process: ChildProcess;
  stderr: string;
  ended: Promise<string>;
}

/** Starts a process that loads the engine and waits for its settings. It ends with the service, which does not wait for it. */
function launch(): Worker {
  const started = fork(ENTRY, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
    env: workerEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  (started.stderr as { unref?(): void } | null)?.unref?.();
  const ended = new Promise<string>((resolve) => {
    started.on('error', (error) => resolve(error.message));
    started.on('exit', (code, signal) => resolve(`exit code ${code}, signal ${signal}`));
  });
  const worker = { process: started, stderr: '', ended };
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    worker.stderr = (worker.stderr + text).slice(-MAX_STDERR_BYTES);
  });
  return worker;
}

/**
 * The engine that comes along: a forwarding unit in a child process, through which all RTP goes and nothing of it through
 * the service. When the process dies a spare one, which has loaded everything, takes over at once; it is started some
 * seconds after the first.
 */
export function createEmbeddedEngine(
  { udpPort, relayedUdpPort = 0, announcedAddresses = [], turnUrls = [] }: EmbeddedEngineSettings,
  log: EngineLog,
): MeetEngine {
  const settings: TransportSettings = {
    port: udpPort,
    relayedPort: turnUrls.some(isOverTcp) ? relayedUdpPort : undefined,
    announced: announcedAddresses,
    bind: '',
  };
  const events = new Set<(event: EngineEvent) => void>();
  const runs = new Set<(isRunning: boolean) => void>();
  let worker: Worker | undefined;
  let spare: Worker | undefined;
  let spareTimer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isOver = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let report: EngineReport = { meets: 0, connections: 0, packetsIn: 0, packetsOut: 0 };

  function tellRunning(now: boolean): void {
    isRunning = now;
    for (const listener of runs) listener(now);
  }

  function keepSpare(): void {
    clearTimeout(spareTimer);
    spareTimer = setTimeout(() => {
      if (spare || isOver) return;
      const started = launch();
      spare = started;
      void started.ended.then(() => {
        if (spare === started) spare = undefined;
      });
    }, SPARE_AFTER_MS).unref();
  }

  function run(): void {
    timer = undefined;
    const startedAt = performance.now();
    const started = spare ?? launch();
    spare = undefined;
    worker = started;
    started.process.on('message', (message: WorkerOutput) => {
      if (worker !== started) return;
      if (message.type === 'ready') {
        warnOfOtherPorts(message);
        tellRunning(true);
        keepSpare();
      } else if (message.type === 'measured') report = message.report;
      else for (const listener of events) listener(message);
    });
    write({ type: 'configure', settings });
    void started.ended.then((how) => {
      if (worker !== started) return;
      worker = undefined;
      report = { ...report, meets: 0, connections: 0 };
      if (performance.now() - startedAt > STABLE_MS) failures = 0;
      if (isRunning) tellRunning(false);
      if (isOver) return;
      log.warn({ how, stderr: started.stderr.trim() }, 'the media process ended; another one takes over');
      const wait = Math.min(MAX_RESTART_MS, MIN_RESTART_MS * 2 ** failures++);
      if (failures === 1) run();
      else timer = setTimeout(run, wait).unref();
    });
  }

  function warnOfOtherPorts({ port, relayedPort }: Extract<WorkerOutput, { type: 'ready' }>): void {
    if (settings.port !== 0 && port !== settings.port)
      log.warn(
        { port: settings.port, taken: port },
        'the UDP port for media is in use: another port is taken',
      );
    if (settings.relayedPort && relayedPort !== settings.relayedPort)
      log.warn(
        { port: settings.relayedPort, taken: relayedPort },
        'the UDP port for relayed media is in use: another port is taken',
      );
  }

  function write(message: WorkerInput): void {
    if (worker?.process.connected) worker.process.send(message, () => undefined);
  }

  return {
    kind: 'embedded',
    recordingProblem: undefined,
    webhooks: undefined,
    // Its tracks were written by a process that died along.
    settleRecording: async () => undefined,
    async check() {
      // One that no meet has started yet is no problem; one that ended again and again is.
      if (!isRunning && failures > 0) throw new Error('the media process does not run');
    },
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
      if (!worker && !isOver && timer === undefined) run();
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(spareTimer);
      const ending = [worker, spare].filter((each) => each !== undefined);
      for (const { process: each } of ending) {
        each.ref();
        each.kill('SIGKILL');
      }
      await Promise.all(ending.map(({ ended }) => ended));
    },
    get pid() {
      return worker?.process.pid;
    },
  };
}

const PASSED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/**
 * The environment of a child process that reads what strangers send: what programs need to run, and nothing of the service's own,
 * which holds its secrets. Two arenas keep glibc from holding on to what was freed.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
    MALLOC_ARENA_MAX: '2',
  };
}
