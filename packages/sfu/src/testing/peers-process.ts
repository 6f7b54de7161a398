/** A separate process, because the library can crash on exit. */
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import type { EngineEvent } from '../messages.ts';
import type { PeersInput, PeersOutput } from './peers.ts';

nodeDataChannel.initLogger('Error', () => undefined);
const peers = new Map<string, PeerConnection>();
/** A garbage-collected track emits no events. */
const tracks: Track[] = [];
const post = (output: PeersOutput) => process.send?.(output);
let received = 0;
let sent = 0;
let ssrc = 10;

const open = (name: string) =>
  new nodeDataChannel.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });

function publish({ meet, participant, connection, id }: Extract<PeersInput, { type: 'publish' }>): void {
  const peer = open(connection);
  peers.set(connection, peer);
  const own = ssrc++;
  const media = new nodeDataChannel.Audio('0', 'SendOnly');
  media.addOpusCodec(111);
  media.addSSRC(own, 'c', 's', 't');
  const track = peer.addTrack(media);
  tracks.push(track);
  peer.onLocalDescription((sdp) =>
    post({ command: { type: 'offer', meet, participant, id, connection, source: 'microphone', sdp } }),
  );
  peer.setLocalDescription('offer');
  let sequence = 0;
  setInterval(() => {
    const packet = Buffer.alloc(92);
    packet[0] = 0x80;
    packet[1] = 111;
    packet.writeUInt16BE(sequence & 0xffff, 2);
    packet.writeUInt32BE((sequence++ * 960) >>> 0, 4);
    packet.writeUInt32BE(own, 8);
    if (!track.isOpen()) return;
    track.sendMessageBinary(packet);
    post({ sent: ++sent, received });
  }, 20);
}

function receive({
  meet,
  participant,
  connection,
  revision,
  sdp,
}: Extract<EngineEvent, { type: 'offer' }>): void {
  let peer = peers.get(connection);
  if (!peer) {
    peer = open(connection);
    peers.set(connection, peer);
    peer.onTrack((track) => {
      tracks.push(track);
      track.onMessage((bytes) => {
        const type = bytes[1] ?? 0;
        if (type < 192 || type > 223) received++;
      });
    });
  }
  peer.onLocalDescription((answer) =>
    post({ command: { type: 'answer', meet, participant, connection, revision, sdp: answer } }),
  );
  peer.setRemoteDescription(sdp, 'offer');
  peer.setLocalDescription('answer');
}

process.on('message', (input: PeersInput) => {
  if (input.type === 'publish') return publish(input);
  const { event } = input;
  if (event.type === 'offer') receive(event);
  else if (event.type === 'answer') peers.get(event.connection)?.setRemoteDescription(event.sdp, 'answer');
  else if (event.type === 'candidate')
    peers.get(event.connection)?.addRemoteCandidate(event.candidate, event.mid);
});
process.on('disconnect', () => process.exit());
