import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import type { DescriptionType, PeerConnection } from 'node-datachannel';
import { WebSocket } from 'ws';
import { findJanus } from './find-janus.ts';
import { openPeer, untilTrue } from './load-process.ts';
import { describeSource, type OnTrack, type Sfu } from './sfu.ts';

const ROOM = 1;
const STARTING_MS = 10_000;
interface JanusMessage {
  janus: string;
  transaction?: string;
  sender?: number;
  data?: { id: number };
  error?: { reason: string };
  plugindata?: { data: { videoroom: string; id?: number; error?: string } };
  jsep?: { type: DescriptionType; sdp: string };
}

function describe(peer: PeerConnection, type: DescriptionType): Promise<string> {
  return new Promise((resolve) => {
    peer.onGatheringStateChange((state) => {
      if (state === 'complete') resolve(peer.localDescription()?.sdp ?? '');
    });
    peer.setLocalDescription(type);
  });
}

export function createJanusSfu(onTrack: OnTrack): Sfu {
  const folder = mkdtempSync(join(tmpdir(), 'rb-janus-'));
  const waiting = new Map<string, (message: JanusMessage) => void>();
  const subscribers = new Map<string, { handle: number; peer: PeerConnection }>();
  const removed = new Set<string>();
  let child: ChildProcess | undefined;
  let socket: WebSocket;
  let session = 0;
  let nextTransaction = 1;
  let feed = 0;
  /** Keep a reference, because node-datachannel garbage-collects connections without one. */
  let publisher: PeerConnection | undefined;

  async function call(message: object): Promise<JanusMessage> {
    const transaction = `t${nextTransaction++}`;
    const answered = new Promise<JanusMessage>((resolve) => waiting.set(transaction, resolve));
    const to = session === 0 ? {} : { session_id: session };
    socket.send(JSON.stringify({ ...to, ...message, transaction }));
    const answer = await answered;
    const problem = answer.error?.reason ?? answer.plugindata?.data.error;
    if (problem !== undefined) throw new Error(`Janus: ${problem}`);
    return answer;
  }

  const ask = (handle: number, body: object, jsep?: object) =>
    call({ janus: 'message', handle_id: handle, body, ...(jsep ? { jsep } : {}) });

  const attach = async () =>
    (await call({ janus: 'attach', plugin: 'janus.plugin.videoroom' })).data?.id ?? 0;

  function hear(text: string): void {
    const message = JSON.parse(text) as JanusMessage;
    // Janus sends the result later, in an event of the same transaction.
    if (message.janus === 'ack' || message.transaction === undefined) return;
    waiting.get(message.transaction)?.(message);
    waiting.delete(message.transaction);
  }

  async function open(port: number): Promise<void> {
    const end = performance.now() + STARTING_MS;
    for (;;) {
      socket = new WebSocket(`ws://127.0.0.1:${port}`, 'janus-protocol');
      try {
        await once(socket, 'open');
        break;
      } catch (error) {
        if (performance.now() > end) throw error;
        await sleep(50);
      }
    }
    socket.on('message', (data) => hear(String(data)));
    session = (await call({ janus: 'create' })).data?.id ?? 0;
  }

  async function subscribe(name: string): Promise<void> {
    const handle = await attach();
    const { jsep } = await ask(handle, {
      request: 'join',
      ptype: 'subscriber',
      room: ROOM,
      streams: [{ feed }],
    });
    const peer = openPeer(name);
    subscribers.set(name, { handle, peer });
    peer.onTrack((track) => onTrack(name, track));
    peer.setRemoteDescription(jsep?.sdp ?? '', 'offer');
    const sdp = await describe(peer, 'answer' as DescriptionType);
    await ask(handle, { request: 'start' }, { type: 'answer', sdp });
    if (removed.delete(name)) await unsubscribe(name);
  }

  async function unsubscribe(name: string): Promise<void> {
    const existingSubscriber = subscribers.get(name);
    if (!existingSubscriber) {
      removed.add(name);
      return;
    }
    subscribers.delete(name);
    await call({ janus: 'detach', handle_id: existingSubscriber.handle });
    existingSubscriber.peer.close();
  }

  return {
    async start() {
      const janus = findJanus();
      if (!janus) throw new Error('Janus is not installed');
      const { program, libraries } = janus;
      const port = await freePort();
      const others = (part: string, kept: string) =>
        readdirSync(join(libraries, part))
          .filter((file) => file.endsWith('.so') && file !== kept)
          .join(',');
      writeFileSync(
        join(folder, 'janus.jcfg'),
        `general: { configs_folder = "${folder}"; plugins_folder = "${libraries}/plugins"
  transports_folder = "${libraries}/transports"; debug_level = 2; session_timeout = 0 }
plugins: { disable = "${others('plugins', 'libjanus_videoroom.so')}" }
transports: { disable = "${others('transports', 'libjanus_websockets.so')}" }
`,
      );
      writeFileSync(
        join(folder, 'janus.transport.websockets.jcfg'),
        `general: { ws = true; ws_port = ${port}; ws_ip = "127.0.0.1" }\n`,
      );
      writeFileSync(join(folder, 'janus.plugin.videoroom.jcfg'), 'general: { }\n');
      child = spawn(program, ['-F', folder], { stdio: 'ignore' });
      await open(port);
      return child.pid ?? 0;
    },
    async publish() {
      const handle = await attach();
      await ask(handle, {
        request: 'create',
        room: ROOM,
        publishers: 1,
        bitrate: 0,
        audiocodec: 'opus',
        videocodec: 'vp8',
      });
      const joined = await ask(handle, { request: 'join', ptype: 'publisher', room: ROOM });
      feed = joined.plugindata?.data.id ?? 0;
      const peer = openPeer('publisher');
      publisher = peer;
      const { media: audio, ...ofAudio } = describeSource('microphone', '0');
      const { media: video, ...ofVideo } = describeSource('camera', '1');
      const microphone = { track: peer.addTrack(audio), ...ofAudio };
      const camera = { track: peer.addTrack(video), ...ofVideo };
      const sdp = await describe(peer, 'offer' as DescriptionType);
      const { jsep } = await ask(handle, { request: 'publish' }, { type: 'offer', sdp });
      peer.setRemoteDescription(jsep?.sdp ?? '', 'answer' as DescriptionType);
      await untilTrue('both are sent', () => camera.track.isOpen() && microphone.track.isOpen());
      return { camera, microphone };
    },
    subscribe: (name) => void subscribe(name),
    unsubscribe: (name) => void unsubscribe(name),
    async stop() {
      publisher?.close();
      socket?.terminate();
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
