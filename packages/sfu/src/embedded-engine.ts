import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineLog, MeetEngine } from './engine.ts';
import type {
  EngineCommand,
  EngineEvent,
  EngineReport,
  TransportSettings,
  WorkerInput,
  WorkerOutput,
} from './messages.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
const MIN_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
const STABLE_MS = 5_000;
const MAX_STDERR_BYTES = 2_000;
/** Delay before the next spare process starts, so that clients can rejoin first. */
const SPARE_AFTER_MS = 5_000;

export interface EmbeddedEngineSettings {
  udpPort: number;
  announcedAddresses?: string[];
  turnUrls?: readonly string[];
  /** Used if a TURN server is reachable over TCP or TLS. Default: a free port. */
  relayedUdpPort?: number;
}

/** By RFC 7065, `turns:` defaults to TCP and `turn:` to UDP. */
function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

interface Worker {
  process: ChildProcess;
  stderr: string;
  ended: Promise<string>;
}

/** The process ends with the service, but does not keep the service alive. */
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

/** After a crash of the media process, a preloaded spare process takes over, if it is ready. */
export function createEmbeddedEngine(engine: EmbeddedEngineSettings, log: EngineLog): MeetEngine {
  return new EmbeddedEngine(engine, log);
}

class EmbeddedEngine implements MeetEngine {
  readonly kind = 'embedded';
  readonly recordingProblem = undefined;
  readonly webhooks = undefined;
  readonly #settings: TransportSettings;
  readonly #log: EngineLog;
  readonly #spare = new SpareWorker();
  readonly #events = new Set<(event: EngineEvent) => void>();
  readonly #runs = new Set<(isRunning: boolean) => void>();
  #worker: Worker | undefined;
  #isRunning = false;
  #isOver = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #report: EngineReport = { meets: 0, connections: 0, packetsIn: 0, packetsOut: 0 };

  constructor(engine: EmbeddedEngineSettings, log: EngineLog) {
    const { udpPort, relayedUdpPort = 0, announcedAddresses = [], turnUrls = [] } = engine;
    this.#settings = {
      port: udpPort,
      relayedPort: turnUrls.some(isOverTcp) ? relayedUdpPort : undefined,
      announced: announcedAddresses,
      bind: '',
    };
    this.#log = log;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get report(): EngineReport {
    return this.#report;
  }

  get pid(): number | undefined {
    return this.#worker?.process.pid;
  }

  start(): void {
    if (!this.#worker && !this.#isOver && this.#timer === undefined) this.#run();
  }

  send(command: EngineCommand): void {
    if (this.#isRunning) this.#write(command);
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.#events.add(listener);
    return () => void this.#events.delete(listener);
  }

  onRunning(listener: (isRunning: boolean) => void): () => void {
    this.#runs.add(listener);
    return () => void this.#runs.delete(listener);
  }

  async settleRecording(): Promise<void> {}

  async check(): Promise<void> {
    // The process starts on demand, so only a failure is a problem.
    if (!this.#isRunning && this.#failures > 0) throw new Error('the media process does not run');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const ending = [this.#worker, this.#spare.end()].filter((each) => each !== undefined);
    for (const { process } of ending) {
      process.ref();
      process.kill('SIGKILL');
    }
    await Promise.all(ending.map(({ ended }) => ended));
  }

  #run(): void {
    this.#timer = undefined;
    const startedAt = performance.now();
    const worker = this.#spare.take() ?? launch();
    this.#worker = worker;
    worker.process.on('message', (message: WorkerOutput) => {
      if (this.#worker === worker) this.#receive(message);
    });
    this.#write({ type: 'configure', settings: this.#settings });
    void worker.ended.then((how) => {
      if (this.#worker !== worker) return;
      if (performance.now() - startedAt > STABLE_MS) this.#failures = 0;
      this.#ended(how, worker.stderr.trim());
    });
  }

  #receive(message: WorkerOutput): void {
    if (message.type === 'ready') {
      this.#warnOfOtherPorts(message);
      this.#setRunning(true);
      this.#spare.launchSoon();
    } else if (message.type === 'measured') this.#report = message.report;
    else for (const listener of this.#events) listener(message);
  }

  #ended(how: string, stderr: string): void {
    this.#worker = undefined;
    this.#report = { ...this.#report, meets: 0, connections: 0 };
    if (this.#isRunning) this.#setRunning(false);
    if (this.#isOver) return;
    this.#log.warn({ how, stderr }, 'media process: ended, starting another');
    const wait = Math.min(MAX_RESTART_MS, MIN_RESTART_MS * 2 ** this.#failures++);
    if (this.#failures === 1) this.#run();
    else this.#timer = setTimeout(() => this.#run(), wait).unref();
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    for (const listener of this.#runs) listener(isRunning);
  }

  #write(message: WorkerInput): void {
    if (this.#worker?.process.connected) this.#worker.process.send(message, () => undefined);
  }

  #warnOfOtherPorts(bound: Extract<WorkerOutput, { type: 'ready' }>): void {
    const { port, relayedPort } = this.#settings;
    if (port !== 0 && bound.port !== port)
      this.#log.warn(
        { port, taken: bound.port },
        'media process: MEET_UDP_PORT is in use, using another port',
      );
    if (relayedPort && bound.relayedPort !== relayedPort)
      this.#log.warn(
        { port: relayedPort, taken: bound.relayedPort },
        'media process: MEET_RELAYED_UDP_PORT is in use, using another port',
      );
  }
}

class SpareWorker {
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  launchSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#worker) return;
      const worker = launch();
      this.#worker = worker;
      void worker.ended.then(() => {
        if (this.#worker === worker) this.#worker = undefined;
      });
    }, SPARE_AFTER_MS).unref();
  }

  take(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    return worker;
  }

  end(): Worker | undefined {
    clearTimeout(this.#timer);
    return this.#worker;
  }
}

const PASSED_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/**
 * The process parses untrusted input, so it gets no secrets. With only two arenas, glibc returns freed
 * memory.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]])),
    MALLOC_ARENA_MAX: '2',
  };
}
