/** The library can crash on exit, so a separate process counts closed connections that are not freed. */
import nodeDataChannel from 'node-datachannel';
import { receivePublication } from '../worker/publication.ts';
import { createTransport } from '../worker/transport.ts';
import { openViewer } from '../worker/viewer.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 20_000;

const [port = 0] = process.argv.slice(2).map(Number);
const transport = createTransport({ port, relayedPort: undefined, announced: [], bind: '127.0.0.1' });
const references: WeakRef<object>[] = [];
const ignore = () => undefined;
const clock = () => performance.now();

function openAndCloseViewer(name: string): void {
  const events = { offered: ignore, way: ignore, connected: ignore, failed: ignore, keyFrame: ignore };
  let ssrc = 1;
  const all = { ...events, lost: ignore, agreed: ignore };
  const viewer = openViewer(transport, name, () => ssrc++, all, clock);
  for (const kind of ['audio', 'video'] as const) references.push(new WeakRef(viewer.add(kind).downstream));
  viewer.offer();
  viewer.close();
}

async function openAndClosePublication(name: string): Promise<void> {
  const sender = new nodeDataChannel.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const media = new nodeDataChannel.Video('0', 'SendOnly');
  media.addVP8Codec(96);
  media.addSSRC(7, 'c', 's', 't');
  const sent = sender.addTrack(media);
  const sdp = await new Promise<string>((resolve) => {
    sender.onLocalDescription(resolve);
    sender.setLocalDescription('offer');
  });
  const answered = Promise.withResolvers<void>();
  const events = {
    answered: () => answered.resolve(),
    way: ignore,
    connected: ignore,
    closed: ignore,
    packet: ignore,
    level: ignore,
    senderReport: ignore,
  };
  references.push(new WeakRef(events));
  const of = { participant: name, connection: name, source: 'camera', sdp } as const;
  const publication = receivePublication(transport, of, events, clock);
  await answered.promise;
  publication.close();
  sent.close();
  sender.close();
}

for (let each = 0; each < CONNECTIONS; each++) {
  openAndCloseViewer(`viewer${each}`);
  await openAndClosePublication(`publisher${each}`);
}
const until = performance.now() + TIMEOUT_MS;
const count = () => references.filter((each) => each.deref() !== undefined).length;
do {
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.gc?.();
} while (count() > 0 && performance.now() < until);
process.stdout.write(JSON.stringify({ opened: references.length, held: count() }), () => process.exit());
