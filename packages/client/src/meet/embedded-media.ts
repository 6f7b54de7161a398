import type { MediaSource } from '@ringbinder/protocol';
import type { MediaOptions, MediaTransport, OutgoingSource } from './media.ts';
import { createQuality } from './quality.ts';
import { createReceiver } from './receiver.ts';
import { createRoutes } from './routes.ts';
import { createSender, type Sender } from './sender.ts';

export function createEmbeddedMedia(options: MediaOptions): MediaTransport {
  const { outgoing, send, nextId, onTracks, onInterrupted } = options;
  const senders = new Map<MediaSource, Sender>();
  let iceServers: RTCIceServer[] = [];
  let isIn = false;
  const routes = createRoutes(() => iceServers);
  const receiver = createReceiver({ routes, send, onTracks, onInterrupted });
  const quality = createQuality(async () => {
    const sent = [...senders.values()].map(async ({ source, peer }) => ({
      source,
      report: await peer?.getStats(),
    }));
    const report = await receiver.peer?.getStats();
    return {
      sent: await Promise.all(sent),
      received: receiver.tracks.map((track) => ({ ...track, report })),
    };
  });

  function offer(own: OutgoingSource): void {
    const { source, track, isMuted } = own;
    let sender = senders.get(source);
    if (sender === undefined) {
      sender = createSender({ source, routes, send, nextId, onInterrupted }, track, isMuted);
      sender.sent.then(own.sent.resolve, own.sent.reject);
      senders.set(source, sender);
    }
    sender.offer();
  }

  return {
    get incoming() {
      return receiver.tracks;
    },
    welcomed(frame) {
      iceServers = frame.ice_servers;
      isIn = true;
      receiver.reset();
      for (const own of outgoing.values()) offer(own);
    },
    receive(frame) {
      switch (frame.type) {
        case 'answer':
          return [...senders.values()].some((sender) => sender.answered(frame.id, frame.sdp));
        case 'refused':
          return [...senders.values()].some((sender) => sender.refused(frame.id, frame.message));
        case 'offer':
          receiver.offered(frame);
          return true;
        case 'tracks':
          receiver.assigned(frame.connection_id, frame.tracks);
          return true;
        case 'candidate': {
          const candidate = { candidate: frame.candidate, sdpMid: frame.mid };
          for (const sender of senders.values())
            if (sender.candidate(frame.connection_id, candidate, frame.is_relayed)) return true;
          receiver.candidate(frame.connection_id, candidate, frame.is_relayed);
          return true;
        }
        default:
          return false;
      }
    },
    publish(own) {
      const sender = senders.get(own.source);
      if (sender) return sender.replace(own.track);
      if (isIn) offer(own);
    },
    unpublish(source) {
      senders.get(source)?.close();
      senders.delete(source);
    },
    muteChanged: ({ source, isMuted }) => senders.get(source)?.setMuted(isMuted),
    setView(pictures) {
      send({
        type: 'view',
        pictures: pictures.map(({ participantId, source, layer }) => ({
          participant_id: participantId,
          source,
          layer,
        })),
      });
    },
    interrupted: () => receiver.reset(),
    qualityOf: (participantId) => quality.levelOf(participantId),
    measure: () => quality.measure(),
    close() {
      for (const sender of senders.values()) sender.close();
      senders.clear();
      receiver.reset();
    },
  };
}
