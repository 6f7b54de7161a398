import { randomInt } from 'node:crypto';
import type { MediaSource } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, RequestedPicture } from '../messages.ts';
import { createLayerChoice, keyOf } from './layers.ts';
import { newParticipant, type Participant, tracksOf } from './participant.ts';
import { type Publication, type PublicationEvents, receivePublication } from './publication.ts';
import { type MeetRecording, recordMeet } from './recording.ts';
import type { RtpPacket } from './rtp.ts';
import { UnusableSdp } from './sdp.ts';
import { createSpeakers } from './speakers.ts';
import type { Transport } from './transport.ts';
import { openViewer, type Viewer, type ViewerEvents } from './viewer.ts';
import type { Vp8Descriptor } from './vp8.ts';

const SPEAKERS_INTERVAL_MS = 200;
const CONNECT_TIMEOUT_MS = 30_000;
const MAX_SLOTS = 250;

type SendRequest = Pick<Extract<EngineCommand, { type: 'offer' }>, 'id' | 'connection' | 'source' | 'sdp'>;

export interface Meet {
  join(id: string): void;
  leave(id: string): void;
  offer(id: string, request: SendRequest): void;
  answer(id: string, connection: string, revision: number, sdp: string): void;
  unpublish(id: string, connection: string): void;
  restart(id: string): void;
  mute(id: string, source: MediaSource, isMuted: boolean): void;
  view(id: string, pictures: readonly RequestedPicture[]): void;
  record(folder: string, elapsedMs: number): void;
  stopRecording(): Promise<void>;
  tick(now: number): void;
  readonly isOver: boolean;
  readonly connections: number;
}

/** `clock` returns monotonic milliseconds. */
export function createMeet(
  transport: Transport,
  meet: string,
  emit: (event: EngineEvent) => void,
  count: (packetsIn: number, packetsOut: number) => void,
  clock: () => number = () => performance.now(),
): Meet {
  return new ForwardingMeet({ transport, meet, emit, count, clock });
}

interface MeetParts {
  transport: Transport;
  meet: string;
  emit(event: EngineEvent): void;
  count(packetsIn: number, packetsOut: number): void;
  clock(): number;
}

type MeetPublication = Publication & { openedAt: number; isConnected: boolean };

const nextSsrc = () => randomInt(1_000, 2 ** 32 - 1);

class ForwardingMeet implements Meet {
  readonly #parts: MeetParts;
  readonly #participants = new Map<string, Participant>();
  readonly #publications = new Map<string, MeetPublication>();
  readonly #speakers = createSpeakers();
  readonly #layers: ReturnType<typeof createLayerChoice>;
  #recording: MeetRecording | undefined;
  #spokenAt = 0;

  constructor(parts: MeetParts) {
    this.#parts = parts;
    this.#layers = createLayerChoice(this.#participants, parts.clock);
  }

  get isOver() {
    return this.#participants.size === 0 && this.#recording === undefined;
  }

  get connections() {
    const viewers = [...this.#participants.values()].filter(({ viewer }) => viewer);
    return this.#publications.size + viewers.length;
  }

  join(id: string): void {
    if (this.#participants.has(id)) this.leave(id);
    const participant = newParticipant(id, this.#parts.clock());
    this.#participants.set(id, participant);
    for (const publication of this.#publications.values())
      if (publication.isConnected) this.#subscribe(participant, publication);
  }

  leave(id: string): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    this.#participants.delete(id);
    for (const publication of [...this.#publications.values()])
      if (publication.participant === id) publication.close();
    this.#speakers.forget(id);
    participant.viewer?.close();
  }

  offer(id: string, request: SendRequest): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    const { meet, emit } = this.#parts;
    try {
      this.#publish(participant, request);
    } catch (error) {
      const message = error instanceof UnusableSdp ? error.message : 'it was not understood';
      emit({ type: 'refused', meet, participant: id, id: request.id, message: `sdp: ${message}` });
    }
  }

  answer(id: string, connection: string, revision: number, sdp: string): void {
    const participant = this.#participants.get(id);
    if (participant?.viewer?.connection !== connection) return;
    try {
      participant.viewer.answer(revision, sdp);
    } catch {
      this.#reconnectViewer(participant);
    }
  }

  unpublish(id: string, connection: string): void {
    [...this.#publications.values()]
      .find((publication) => publication.participant === id && publication.connection === connection)
      ?.close();
  }

  restart(id: string): void {
    const participant = this.#participants.get(id);
    if (participant) this.#reconnectViewer(participant);
  }

  mute(id: string, source: MediaSource, isMuted: boolean): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    participant.muted[isMuted ? 'add' : 'delete'](source);
    if (isMuted && source === 'microphone') this.#speakers.forget(id);
    const publication = this.#publications.get(keyOf(id, source));
    if (publication === undefined) return;
    this.#recording?.pause(publication);
    for (const each of this.#participants.values())
      each.subscriptions.get(publication)?.slot.downstream.stop();
  }

  view(id: string, pictures: readonly RequestedPicture[]): void {
    const participant = this.#participants.get(id);
    if (participant === undefined) return;
    participant.view = new Map(
      pictures.map(({ participant: of, source, layer }) => [keyOf(of, source), layer]),
    );
    this.#layers.selectLayers(participant, this.#parts.clock());
  }

  tick(now: number): void {
    for (const publication of this.#publications.values()) {
      publication.tick(now);
      if (!publication.isConnected && now - publication.openedAt > CONNECT_TIMEOUT_MS) publication.close();
    }
    for (const participant of this.#participants.values()) this.#layers.selectLayers(participant, now);
    this.#recording?.tick(now);
    if (now - this.#spokenAt < SPEAKERS_INTERVAL_MS) return;
    this.#spokenAt = now;
    const changed = this.#speakers.takeChanges(now);
    if (changed) this.#parts.emit({ type: 'speakers', meet: this.#parts.meet, ...changed });
  }

  record(folder: string, elapsedMs: number): void {
    if (this.#recording) return;
    const { meet, emit, clock } = this.#parts;
    const failed = (error: unknown) => emit({ type: 'recording_failed', meet, message: String(error) });
    this.#recording = recordMeet(folder, elapsedMs, failed, clock);
    for (const publication of this.#publications.values())
      if (publication.isConnected) this.#recording.add(publication);
  }

  async stopRecording(): Promise<void> {
    const stopped = this.#recording;
    this.#recording = undefined;
    await stopped?.stop();
  }

  #viewerOf(participant: Participant): Viewer {
    if (participant.viewer) return participant.viewer;
    const { transport, meet, emit, clock } = this.#parts;
    const place = { meet, participant: participant.id };
    const connection = `v${participant.viewerCount++}-${nextSsrc().toString(36)}`;
    const events: ViewerEvents = {
      offered: (of, revision, sdp) =>
        emit({ type: 'offer', ...place, connection: of, revision, sdp, tracks: tracksOf(participant) }),
      way: (of, way, mid) => emit({ type: 'candidate', ...place, connection: of, ...way, mid }),
      connected: () => participant.viewer === viewer && this.#layers.selectLayers(participant, clock()),
      failed: () => participant.viewer === viewer && this.#reconnectViewer(participant),
      keyFrame(slot) {
        const subscription = [...participant.subscriptions.values()].find((each) => each.slot === slot);
        const requestedCurrent = slot.downstream.current ?? subscription?.pending;
        if (subscription && requestedCurrent) subscription.publication.requestKeyFrame(requestedCurrent);
      },
      lost: (slot, share) => slot.kind === 'video' && this.#layers.onPacketLoss(participant, share),
      agreed: () => this.#layers.selectLayers(participant, clock()),
    };
    const viewer = openViewer(transport, connection, nextSsrc, events, clock);
    participant.viewer = viewer;
    return viewer;
  }

  #reconnectViewer(participant: Participant): void {
    participant.viewer?.close();
    participant.viewer = undefined;
    participant.free = [];
    const seen = [...participant.subscriptions.keys()];
    participant.subscriptions.clear();
    for (const publication of seen) this.#subscribe(participant, publication);
  }

  #subscribe(participant: Participant, publication: Publication): void {
    if (participant.subscriptions.has(publication)) return;
    if (participant.subscriptions.size >= MAX_SLOTS) return;
    const viewer = this.#viewerOf(participant);
    const freeAt = participant.free.findIndex(({ kind }) => kind === publication.kind);
    const [reused] = freeAt === -1 ? [] : participant.free.splice(freeAt, 1);
    const slot = reused ?? viewer.add(publication.kind);
    participant.subscriptions.set(publication, { publication, slot, pending: null, pendingSince: 0 });
    if (reused) this.#tellTracks(participant);
    else viewer.offer();
  }

  #tellTracks(participant: Participant): void {
    const connection = participant.viewer?.connection;
    if (connection === undefined) return;
    const { meet, emit } = this.#parts;
    emit({ type: 'tracks', meet, participant: participant.id, connection, tracks: tracksOf(participant) });
  }

  #forward(
    publication: Publication,
    packet: RtpPacket,
    descriptor: Vp8Descriptor | undefined,
    now: number,
  ): void {
    const isMuted = this.#participants.get(publication.participant)?.muted.has(publication.source);
    if (!isMuted) this.#recording?.forward(publication, packet, descriptor, now);
    let sent = 0;
    for (const participant of isMuted ? [] : this.#participants.values()) {
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
    this.#parts.count(1, sent);
  }

  #publish(by: Participant, { id, connection, source, sdp }: SendRequest): void {
    const { transport, clock } = this.#parts;
    const kind = source === 'camera' || source === 'screen' ? 'video' : 'audio';
    const publication = receivePublication(
      transport,
      { participant: by.id, connection, source, sdp },
      this.#publicationEvents(by, { id, connection, source }),
      clock,
    );
    if (publication.kind !== kind) {
      publication.close();
      throw new UnusableSdp(`it must be of ${kind} for the source ${source}`);
    }
    const key = keyOf(by.id, source);
    this.#publications.get(key)?.close();
    this.#publications.set(key, Object.assign(publication, { openedAt: clock(), isConnected: false }));
  }

  #publicationEvents(
    by: Participant,
    { id, connection, source }: Omit<SendRequest, 'sdp'>,
  ): PublicationEvents {
    const { meet, emit } = this.#parts;
    const place = { meet, participant: by.id };
    const key = keyOf(by.id, source);
    const current = () => {
      const publication = this.#publications.get(key);
      return publication?.connection === connection ? publication : undefined;
    };
    return {
      answered: (sdp) => emit({ type: 'answer', ...place, id, connection, sdp }),
      way: (way, mid) => emit({ type: 'candidate', ...place, connection, ...way, mid }),
      connected: () => {
        const publication = current();
        if (publication === undefined) return;
        publication.isConnected = true;
        emit({ type: 'published', ...place, source });
        this.#recording?.add(publication);
        for (const participant of this.#participants.values())
          if (participant !== by) this.#subscribe(participant, publication);
      },
      closed: () => {
        const publication = current();
        if (publication) this.#withdraw(publication, key);
      },
      packet: (packet, descriptor, now) => {
        const publication = current();
        if (publication) this.#forward(publication, packet, descriptor, now);
      },
      level: (decibels, now) => {
        if (source === 'microphone' && !by.muted.has(source)) this.#speakers.addLevel(by.id, decibels, now);
      },
      senderReport: (ssrc, ntp, timestamp) => {
        const publication = this.#publications.get(key);
        if (publication === undefined) return;
        for (const participant of this.#participants.values()) {
          const downstream = participant.subscriptions.get(publication)?.slot.downstream;
          if (downstream?.current === ssrc) downstream.report(ntp, timestamp);
        }
      },
    };
  }

  #withdraw(publication: Publication, key: string): void {
    const { meet, emit } = this.#parts;
    this.#publications.delete(key);
    this.#recording?.remove(publication);
    if (publication.source === 'microphone') this.#speakers.forget(publication.participant);
    for (const participant of this.#participants.values()) {
      const subscription = participant.subscriptions.get(publication);
      if (subscription === undefined) continue;
      subscription.slot.downstream.stop();
      participant.subscriptions.delete(publication);
      participant.free.push(subscription.slot);
      this.#tellTracks(participant);
    }
    emit({ type: 'unpublished', meet, participant: publication.participant, source: publication.source });
  }
}
