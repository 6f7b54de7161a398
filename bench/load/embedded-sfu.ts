import { createEmbeddedEngine, type EngineEvent } from '@ringbinder/sfu';
import type { PeerConnection } from 'node-datachannel';
import { noLog, openPeer, untilTrue } from './load-process.ts';
import { describeSource, type OnTrack, type SentSource, type SentTrack, type Sfu } from './sfu.ts';

const MEET = 'load';

export function createEmbeddedSfu(onTrack: OnTrack): Sfu {
  const engine = createEmbeddedEngine({ udpPort: 0 }, noLog);
  const peers = new Map<string, PeerConnection>();
  const connections = new Map<string, string>();
  let published = 0;
  let nextId = 1;

  function receive(event: Extract<EngineEvent, { type: 'offer' }>): void {
    const { participant, connection, revision, sdp } = event;
    let peer = peers.get(connection);
    if (!peer) {
      peer = openPeer(participant);
      peers.set(connection, peer);
      connections.set(participant, connection);
      peer.onTrack((track) => onTrack(participant, track));
    }
    peer.onLocalDescription((answer) =>
      engine.send({ type: 'answer', meet: MEET, participant, connection, revision, sdp: answer }),
    );
    peer.setRemoteDescription(sdp, 'offer');
    peer.setLocalDescription('answer');
  }

  engine.onEvent((event) => {
    if (event.type === 'offer') receive(event);
    else if (event.type === 'answer') peers.get(event.connection)?.setRemoteDescription(event.sdp, 'answer');
    else if (event.type === 'candidate')
      peers.get(event.connection)?.addRemoteCandidate(event.candidate, event.mid);
    else if (event.type === 'published') published++;
  });

  function send(source: SentSource): SentTrack {
    const peer = openPeer(source);
    peers.set(source, peer);
    const { media, ...names } = describeSource(source, '0');
    const track = peer.addTrack(media);
    const id = nextId++;
    peer.onLocalDescription((sdp) =>
      engine.send({ type: 'offer', meet: MEET, participant: 'sender', id, connection: source, source, sdp }),
    );
    peer.setLocalDescription('offer');
    return { track, ...names };
  }

  return {
    async start() {
      engine.start();
      await untilTrue('the engine runs', () => engine.isRunning);
      return engine.pid ?? 0;
    },
    async publish() {
      engine.send({ type: 'join', meet: MEET, participant: 'sender' });
      const sent = { camera: send('camera'), microphone: send('microphone') };
      await untilTrue('both are sent', () => published === 2);
      return sent;
    },
    subscribe: (participant) => engine.send({ type: 'join', meet: MEET, participant }),
    unsubscribe(participant) {
      engine.send({ type: 'leave', meet: MEET, participant });
      const connection = connections.get(participant) ?? '';
      peers.get(connection)?.close();
      peers.delete(connection);
      connections.delete(participant);
    },
    stop: () => engine.stop(),
  };
}
