/** The library's cleanup can crash, so the process exits by SIGKILL or `process.exit`. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type {
  EngineCommand,
  EngineReport,
  TransportSettings,
  WorkerInput,
  WorkerOutput,
} from '../messages.ts';
import { createMeet, type Meet } from './meet.ts';
import { openTiebreakerProxy } from './tiebreaker-proxy.ts';
import { createTransport, type Transport } from './transport.ts';

const TICK_MS = 50;
const MEASURE_MS = 1_000;

const meets = new Map<string, Meet>();
const report: EngineReport = { meets: 0, connections: 0, packetsIn: 0, packetsOut: 0 };
let transport: Transport | undefined;

const emit = (message: WorkerOutput) => {
  if (process.connected) process.send?.(message);
};
const count = (packetsIn: number, packetsOut: number) => {
  report.packetsIn += packetsIn;
  report.packetsOut += packetsOut;
};

function meetOf(id: string, by: Transport): Meet {
  let meet = meets.get(id);
  if (meet === undefined) {
    meet = createMeet(by, id, emit, count);
    meets.set(id, meet);
  }
  return meet;
}

function removeIfOver(id: string): void {
  if (meets.get(id)?.isOver) meets.delete(id);
}

function execute(command: EngineCommand, by: Transport): void {
  const { meet: id } = command;
  if (command.type === 'record') {
    try {
      meetOf(id, by).record(command.folder, command.elapsedMs);
    } catch (error) {
      emit({ type: 'recording_failed', meet: id, message: String(error), isOver: true });
      removeIfOver(id);
    }
    return;
  }
  if (command.type === 'stop_recording') {
    void (meets.get(id)?.stopRecording() ?? Promise.resolve()).then(() => {
      emit({ type: 'recorded', meet: id });
      removeIfOver(id);
    });
    return;
  }
  const { participant } = command;
  if (command.type === 'join') {
    meetOf(id, by).join(participant);
    return;
  }
  const meet = meets.get(id);
  if (meet === undefined) return;
  switch (command.type) {
    case 'leave':
      meet.leave(participant);
      removeIfOver(id);
      return;
    case 'offer':
      meet.offer(participant, command);
      return;
    case 'answer':
      meet.answer(participant, command.connection, command.revision, command.sdp);
      return;
    case 'unpublish':
      meet.unpublish(participant, command.connection);
      return;
    case 'restart':
      meet.restart(participant);
      return;
    case 'mute':
      meet.mute(participant, command.source, command.isMuted);
      return;
    case 'view':
      meet.view(participant, command.pictures);
      return;
    case 'changed':
      return;
    default:
      command satisfies never;
  }
}

async function configure(settings: TransportSettings): Promise<void> {
  const port = await freePort(settings.port).catch(() => freePort(0));
  const relayed = settings.relayedPort;
  const openProxy = (at: number) => openTiebreakerProxy({ port: at, innerPort: port });
  const proxy = relayed === undefined ? undefined : await openProxy(relayed).catch(() => openProxy(0));
  transport = createTransport({ ...settings, port }, proxy);
  startTimers();
  emit({ type: 'ready', port, relayedPort: proxy?.port });
}

/** The library does not report that a port is in use. 0 selects a free port. */
async function freePort(expected: number): Promise<number> {
  const socket = createSocket({ type: 'udp6', ipv6Only: false });
  try {
    socket.bind(expected);
    await once(socket, 'listening');
    return socket.address().port;
  } finally {
    socket.close();
  }
}

function startTimers(): void {
  setInterval(() => {
    const now = performance.now();
    for (const meet of meets.values()) meet.tick(now);
  }, TICK_MS);
  setInterval(() => {
    report.meets = meets.size;
    report.connections = [...meets.values()].reduce((sum, meet) => sum + meet.connections, 0);
    emit({ type: 'measured', report });
  }, MEASURE_MS);
}

process.on('disconnect', () => process.exit());
process.on('message', (message: WorkerInput) => {
  if (message.type === 'configure') {
    void configure(message.settings);
  } else if (transport) execute(message, transport);
});
