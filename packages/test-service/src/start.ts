import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@ringbinder/client';
import { openCheckout } from './checkout.ts';
import { createClock, type ServiceClock } from './clock.ts';
import { type Demo, readDemo } from './demo.ts';
import { type EventLog, listenForEvents } from './events.ts';
import { createPerson, type Person, type PersonName, personNames } from './person.ts';
import { createSandboxCall } from './sandbox-call.ts';
import type { Order, Report } from './supervisor.ts';

export type { Demo } from './demo.ts';

export interface RingbinderOptions {
  /** Default: RINGBINDER_DIR, or the repository of this package. */
  directory?: string;
  /** Environment variables (docs/settings.md). */
  settings?: Record<string, string>;
}

export interface ResetOptions {
  /** With the same seed, the same calls create the same ids. */
  seed?: string;
  /** Default: the machine's time. */
  time?: Date | string | number;
  freeze?: boolean;
}

/** Its addresses are those of the sandbox. */
export interface RingbinderService {
  /** Ends in `/v1/`. */
  baseUrl: string;
  /** Script of the browser SDK, for `mode: 'sandbox'`. */
  sdkUrl: string;
  /** Ids and secrets of client, bot and users. They change with a reset to a seed. */
  readonly demo: Demo;
  clock: ServiceClock;
  as(name: PersonName): Person;
  readonly bot: { id: string };
  allowOrigin(origin: string): Promise<void>;
  sendEventsTo(url: string): Promise<void>;
  receiveEvents(): Promise<EventLog>;
  /** Waits until all due events are delivered. */
  settle(): Promise<void>;
  /** Takes less than a second. */
  reset(options?: ResetOptions): Promise<void>;
  /** The service also stops if the tests crash or are interrupted. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const LEAST_NODE = 22;

export function requireNode(version: string): void {
  if (Number.parseInt(version, 10) < LEAST_NODE)
    throw new Error(`@ringbinder/test-service needs Node ≥ ${LEAST_NODE}, and this is Node ${version}`);
}

/** Rejects with the service's output if it does not start. */
export async function startRingbinder(options: RingbinderOptions = {}): Promise<RingbinderService> {
  requireNode(process.versions.node);
  const { dataDir, stop: stopProcess } = await launch(options);
  let demo = await readDemo(dataDir);
  let moves = 0;
  let people = peopleOf(demo, () => moves);
  const logs = new Set<EventLog>();
  const admin = (): Person => people.ada;
  const call = createSandboxCall(demo.base_url, (refused) => admin().token(refused));
  const clock = createClock(call, () => void moves++);

  const stop = async () => {
    await Promise.all([...logs].map((log) => log.close()));
    logs.clear();
    await stopProcess();
  };

  const service: RingbinderService = {
    baseUrl: demo.base_url,
    sdkUrl: demo.sdk_url,
    get demo() {
      return demo;
    },
    get bot() {
      return { id: demo.bot.user_id };
    },
    clock,
    as: (name) => people[name === 'owner' ? 'ada' : name],
    async allowOrigin(origin) {
      const path = { partner_id: demo.partner_id, client_id: demo.client.client_id };
      const params = { path };
      const { api } = admin().client;
      const { clients } = await unwrap(api.GET('/partners/{partner_id}/clients', { params: { path } }));
      const origins = clients.find(({ client_id }) => client_id === path.client_id)?.origins ?? [];
      const body = { origins: [...new Set([...origins, origin])] };
      await unwrap(api.POST('/partners/{partner_id}/clients/{client_id}', { params, body }));
    },
    async sendEventsTo(url) {
      const path = { partner_id: demo.partner_id, client_id: demo.bot.client_id };
      const body = { webhook_url: url, allow_private_network: true };
      const { api } = admin().client;
      await unwrap(api.POST('/partners/{partner_id}/bots/{client_id}', { params: { path }, body }));
    },
    async receiveEvents() {
      const log = await listenForEvents(() => demo.bot.webhook_secret, clock.now);
      logs.add(log);
      await service.sendEventsTo(log.url);
      return log;
    },
    async settle() {
      await clock.advance(0);
    },
    async reset({ seed, time, freeze } = {}) {
      await call('POST', 'sandbox/reset', {
        ...(seed === undefined ? {} : { seed }),
        ...(time === undefined ? {} : { set: new Date(time).toISOString() }),
        ...(freeze === undefined ? {} : { freeze }),
      });
      moves++;
      demo = await readDemo(dataDir);
      people = peopleOf(demo, () => moves);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return service;
}

function peopleOf(demo: Demo, moves: () => number): Record<(typeof personNames)[number], Person> {
  const { client_id: clientId, client_secret: clientSecret } = demo.client;
  const credentials = { baseUrl: demo.base_url, clientId, clientSecret };
  const all = personNames.map((name, index) => {
    const user = demo.users[index];
    if (!user) throw new Error(`the demo has nobody for ${name}`);
    return [name, createPerson(user, credentials, moves)] as const;
  });
  return Object.fromEntries(all) as Record<(typeof personNames)[number], Person>;
}

async function launch({ directory, settings = {} }: RingbinderOptions) {
  const order: Order = { ...openCheckout(directory), settings };
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const supervisor = fileURLToPath(new URL(`./supervisor.${ending}`, import.meta.url));
  const child = spawn(process.execPath, [supervisor, JSON.stringify(order)], {
    // Ctrl-C must end only the tests. The supervisor then cleans up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown];
  const report: Report =
    typeof line === 'string' ? JSON.parse(line) : { failed: 'the process that starts it has ended' };
  if ('failed' in report) {
    child.stdin.end();
    await ended;
    throw new Error(`Ringbinder did not start:\n${report.failed}`);
  }
  // Tests that do not call `stop` must be able to exit.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref?(): void }).unref?.();
  return {
    dataDir: report.dataDir,
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
