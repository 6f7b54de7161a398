import { randomInt } from 'node:crypto';
import type { MediaSource } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, WantedPicture } from '../messages.ts';
import { createLayerChoice, keyOf } from './layers.ts';
import { newParticipant, type Participant, tracksOf } from './participant.ts';
import { type Publication, receivePublication } from './publication.ts';
import { type MeetRecording, recordMeet } from './recording.ts';
import type { RtpPacket } from './rtp.ts';
import { UnusableSdp } from './sdp.ts';
import { createSpeakers } from './speakers.ts';
import type { Transport } from './transport.ts';
import { openViewer, type Viewer, type ViewerEvents } from './viewer.ts';
import type { Vp8Descriptor } from './vp8.ts';

const SPEAKERS_INTERVAL_MS = 200;
/** A connection that was offered and not taken up is given up. */
const CONNECT_TIMEOUT_MS = 30_000;
/** What one viewer can be sent at the most: everybody of a large meet. */
const MAX_SLOTS = 250;

/** What somebody offers to send. */
type SendRequest = Pick<Extract<EngineCommand, { type: 'offer' }>, 'id' | 'connection' | 'source' | 'sdp'>;

/** One meet in the worker. */
export interface Meet {
  join(id: string): void;
  leave(id: string): void;
  offer(id: string, request: SendRequest): void;
  answer(id: string, connection: string, revision: number, sdp: string): void;
  unpublish(id: string, connection: string): void;
  restart(id: string): void;
  mute(id: string, source: MediaSource, isMuted: boolean): void;
  view(id: string, pictures: readonly WantedPicture[]): void;
  /** Writes everything into a folder. @param elapsedMs how long that has been going on */
  record(folder: string, elapsedMs: number): void;
  stopRecording(): Promise<void>;
  tick(now: number): void;
  /** Nobody is in it, and it is not recorded. */
  readonly isOver: boolean;
  readonly connections: number;
}

/**
 * @param count is told of packets that came in and went out
 * @param clock milliseconds, by a clock that does not jump
 */
export function createMeet(
  transport: Transport,
  meet: string,
  tell: (event: EngineEvent) => void,
  count: (packetsIn: number, packetsOut: number) => void,
  clock: () => number = () => performance.now(),
): Meet {
  const participants = new Map<string, Participant>();
  const publications = new Map<string, Publication & { openedAt: number; isConnected: boolean }>();
  const speakers = createSpeakers();
  let recording: MeetRecording | undefined;
  let spokenAt = 0;
  const nextSsrc = () => randomInt(1_000, 2 ** 32 - 1);

  function viewerOf(participant: Participant): Viewer {
    if (participant.viewer) return participant.viewer;
    const place = { meet, participant: participant.id };
    const connection = `v${participant.viewerCount++}-${nextSsrc().toString(36)}`;
    const events: ViewerEvents = {
      offered: (of, revision, sdp) =>
        tell({ type: 'offer', ...place, connection: of, revision, sdp, tracks: tracksOf(participant) }),
      way: (of, way, mid) => tell({ type: 'candidate', ...place, connection: of, ...way, mid }),
      connected: () => participant.viewer === viewer && chooseLayers(participant, clock()),
      failed: () => participant.viewer === viewer && receiveAnew(participant),
      keyFrame(slot) {
        const subscription = [...participant.subscriptions.values()].find((each) => each.slot === slot);
        const wanted = slot.downstream.current ?? subscription?.pending;
        if (subscription && wanted) subscription.publication.requestKeyFrame(wanted);
      },
      lost: (slot, share) => slot.kind === 'video' && heedLoss(participant, share),
      agreed: () => chooseLayers(participant, clock()),
    };
    const viewer = openViewer(transport, connection, nextSsrc, events, clock);
    participant.viewer = viewer;
    return viewer;
  }

  /** Receiving begins anew by another connection. */
  function receiveAnew(participant: Participant): void {
    participant.viewer?.close();
    participant.viewer = undefined;
    participant.free = [];
    const seen = [...participant.subscriptions.keys()];
    participant.subscriptions.clear();
    for (const publication of seen) subscribe(participant, publication);
  }

  function subscribe(participant: Participant, publication: Publication): void {
    if (participant.subscriptions.has(publication)) return;
    if (participant.subscriptions.size >= MAX_SLOTS) return;
    const viewer = viewerOf(participant);
    const freeAt = participant.free.findIndex(({ kind }) => kind === publication.kind);
    const [reused] = freeAt === -1 ? [] : participant.free.splice(freeAt, 1);
    const slot = reused ?? viewer.add(publication.kind);
    participant.subscriptions.set(publication, { publication, slot, pending: null, pendingSince: 0 });
    if (reused) tellTracks(participant);
    else viewer.offer();
  }

  function tellTracks(participant: Participant): void {
    const connection = participant.viewer?.connection;
    if (connection === undefined) return;
    tell({ type: 'tracks', meet, participant: participant.id, connection, tracks: tracksOf(participant) });
  }

  const { heedLoss, choose: chooseLayers } = createLayerChoice(participants, clock);

  function forward(
    publication: Publication,
    packet: RtpPacket,
    descriptor: Vp8Descriptor | undefined,
    now: number,
  ): void {
    const isMuted = participants.get(publication.participant)?.muted.has(publication.source);
    if (!isMuted) recording?.forward(publication, packet, descriptor, now);
    let sent = 0;
    for (const participant of isMuted ? [] : participants.values()) {
      const subscription = participant.subscriptions.get(publication);
      if (!subscription?.slot.isAgreed) continue;
      const { downstream } = subscription.slot;
      if (downstream.current !== packet.ssrc) {
        const mayBegin =
          publication.kind === 'audio' || (descriptor?.isKeyFrame && subscription.pending === packet.ssrc);
        if (!mayBegin) continue;
        downstream.begin(packet, descriptor, now);
        subscription.pending = null;
      }
      downstream.forward(packet, descriptor, now);
      sent++;
    }
    count(1, sent);
  }

  function withdraw(connection: string, key: string): void {
    const publication = publications.get(key);
    if (publication?.connection !== connection) return;
    publications.delete(key);
    recording?.remove(publication);
    if (publication.source === 'microphone') speakers.forget(publication.participant);
    for (const participant of participants.values()) {
      const subscription = participant.subscriptions.get(publication);
      if (subscription === undefined) continue;
      subscription.slot.downstream.stop();
      participant.subscriptions.delete(publication);
      participant.free.push(subscription.slot);
      tellTracks(participant);
    }
    tell({ type: 'unpublished', meet, participant: publication.participant, source: publication.source });
  }

  function publish(by: Participant, request: SendRequest): void {
    const { id, connection, source, sdp } = request;
    const place = { meet, participant: by.id };
    const isVideo = source === 'camera' || source === 'screen';
    const key = keyOf(by.id, source);
    const current = receivePublication(
      transport,
      { participant: by.id, connection, source, sdp },
      {
        answered: (answer) => tell({ type: 'answer', ...place, id, connection, sdp: answer }),
        way: (way, mid) => tell({ type: 'candidate', ...place, connection, ...way, mid }),
        connected() {
          const known = publications.get(key);
          if (known === undefined || known.connection !== connection) return;
          known.isConnected = true;
          tell({ type: 'published', ...place, source });
          recording?.add(known);
          for (const participant of participants.values())
            if (participant !== by) subscribe(participant, known);
        },
        closed: () => withdraw(connection, key),
        packet: (packet, descriptor, now) => {
          const known = publications.get(key);
          if (known?.connection === connection) forward(known, packet, descriptor, now);
        },
        level: (decibels, now) => {
          if (source === 'microphone' && !by.muted.has(source)) speakers.heard(by.id, decibels, now);
        },
        senderReport(ssrc, ntp, timestamp) {
          const known = publications.get(key);
          if (known === undefined) return;
          for (const participant of participants.values()) {
            const downstream = participant.subscriptions.get(known)?.slot.downstream;
            if (downstream?.current === ssrc) downstream.report(ntp, timestamp);
          }
        },
      },
      clock,
    );
    if (current.kind !== (isVideo ? 'video' : 'audio')) {
      current.close();
      throw new UnusableSdp(`it must be of ${isVideo ? 'video' : 'audio'} for the source ${source}`);
    }
    publications.get(key)?.close();
    publications.set(key, Object.assign(current, { openedAt: clock(), isConnected: false }));
  }

  return {
    join(id) {
      if (participants.has(id)) this.leave(id);
      const participant = newParticipant(id, clock());
      participants.set(id, participant);
      for (const publication of publications.values())
        if (publication.isConnected) subscribe(participant, publication);
    },
    leave(id) {
      const participant = participants.get(id);
      if (participant === undefined) return;
      participants.delete(id);
      for (const publication of [...publications.values()])
        if (publication.participant === id) publication.close();
      speakers.forget(id);
      participant.viewer?.close();
    },
    offer(id, request) {
      const participant = participants.get(id);
      if (participant === undefined) return;
      try {
        publish(participant, request);
      } catch (error) {
        const message = error instanceof UnusableSdp ? error.message : 'it was not understood';
        tell({ type: 'refused', meet, participant: id, id: request.id, message: `sdp: ${message}` });
      }
    },
    answer(id, connection, revision, sdp) {
      const participant = participants.get(id);
      if (participant?.viewer?.connection !== connection) return;
      try {
        participant.viewer.answer(revision, sdp);
      } catch {
        receiveAnew(participant);
      }
    },
    unpublish(id, connection) {
      for (const publication of publications.values())
        if (publication.participant === id && publication.connection === connection) {
          publication.close();
          return;
        }
    },
    restart(id) {
      const participant = participants.get(id);
      if (participant) receiveAnew(participant);
    },
    mute(id, source, isMuted) {
      const participant = participants.get(id);
      if (participant === undefined) return;
      participant.muted[isMuted ? 'add' : 'delete'](source);
      if (isMuted && source === 'microphone') speakers.forget(id);
      const publication = publications.get(keyOf(id, source));
      if (publication === undefined) return;
      recording?.pause(publication);
      for (const each of participants.values()) each.subscriptions.get(publication)?.slot.downstream.stop();
    },
    view(id, pictures) {
      const participant = participants.get(id);
      if (participant === undefined) return;
      participant.view = new Map(
        pictures.map(({ participant: of, source, layer }) => [keyOf(of, source), layer]),
      );
      chooseLayers(participant, clock());
    },
    tick(now) {
      for (const publication of publications.values()) {
        publication.tick(now);
        if (!publication.isConnected && now - publication.openedAt > CONNECT_TIMEOUT_MS) publication.close();
      }
      for (const participant of participants.values()) chooseLayers(participant, now);
      recording?.tick(now);
      if (now - spokenAt < SPEAKERS_INTERVAL_MS) return;
      spokenAt = now;
      const changed = speakers.changed(now);
      if (changed) tell({ type: 'speakers', meet, ...changed });
    },
    record(folder, elapsedMs) {
      if (recording) return;
      const failed = (error: unknown) => tell({ type: 'recording_failed', meet, message: String(error) });
      recording = recordMeet(folder, elapsedMs, failed, clock);
      for (const publication of publications.values())
        if (publication.isConnected) recording.add(publication);
    },
    async stopRecording() {
      const stopped = recording;
      recording = undefined;
      await stopped?.stop();
    },
    get isOver() {
      return participants.size === 0 && recording === undefined;
    },
    get connections() {
      return publications.size + [...participants.values()].filter(({ viewer }) => viewer).length;
    },
  };
}
