import type { MeetServerFrame } from '@ringbinder/protocol';
import {
  ConnectionState,
  type Participant,
  Room,
  RoomEvent,
  type RoomOptions,
  setLogLevel,
  VideoQuality,
} from 'livekit-client';
import { backoffMs } from '../../backoff.ts';
import type { IncomingSource, MediaOptions, MediaTransport } from '../media.ts';
import { createQuality } from '../quality.ts';
import type { ViewedPicture } from '../types.ts';
import { createLocalTracks } from './local-tracks.ts';
import { sourceOf } from './sources.ts';

type LivekitFrame = Extract<MeetServerFrame, { type: 'livekit' }>;

const MAX_WAIT_MS = 8_000;
/** LiveKit's levels have another scale, so a speaker has at least this level. */
const SPEAKING = 0.3;
const roomOptions: RoomOptions = {
  adaptiveStream: false,
  dynacast: true,
  disconnectOnPageLeave: false,
  stopLocalTrackOnUnpublish: true,
};
const qualities = { low: VideoQuality.LOW, medium: VideoQuality.MEDIUM, high: VideoQuality.HIGH };

export function createLivekitMedia(
  options: MediaOptions,
  openRoom: OpenRoom = (settings) => new Room(settings),
): MediaTransport {
  setLogLevel('warn');
  return new LivekitMedia(options, openRoom);
}

type OpenRoom = (options: RoomOptions) => Room;

class LivekitMedia implements MediaTransport {
  incoming: IncomingSource[] = [];
  readonly #options: MediaOptions;
  readonly #openRoom: OpenRoom;
  readonly #local: ReturnType<typeof createLocalTracks>;
  readonly #quality = createQuality(() => this.#reports());
  #room: Room | undefined;
  #name = '';
  #view: readonly ViewedPicture[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(options: MediaOptions, openRoom: OpenRoom) {
    this.#options = options;
    this.#openRoom = openRoom;
    this.#local = createLocalTracks(options, () =>
      this.#room?.state === ConnectionState.Connected ? this.#room.localParticipant : undefined,
    );
  }

  /**
   * Media continues while the channel is disconnected. If the room has changed, the server sends a `livekit`
   * frame.
   */
  welcomed(): void {}
  interrupted(): void {}

  receive(frame: MeetServerFrame): boolean {
    if (frame.type !== 'livekit') return false;
    this.#enter(frame);
    return true;
  }

  publish(): void {
    this.#local.sync();
  }

  unpublish(): void {
    this.#local.sync();
  }

  muteChanged(): void {
    this.#local.sync();
  }

  setView(pictures: readonly ViewedPicture[]): void {
    this.#view = pictures;
    this.#showAll();
  }

  qualityOf(participantId: string) {
    return this.#quality.levelOf(participantId);
  }

  measure() {
    return this.#quality.measure();
  }

  close(): void {
    this.#isClosed = true;
    this.#leaveRoom();
    this.incoming = [];
  }

  async #reports() {
    const received = this.#publications().flatMap(({ participantId, source, publication }) =>
      publication.track
        ? [publication.track.getRTCStatsReport().then((report) => ({ participantId, source, report }))]
        : [],
    );
    return { sent: await this.#local.reports(), received: await Promise.all(received) };
  }

  #publications() {
    return [...(this.#room?.remoteParticipants.values() ?? [])].flatMap((participant) =>
      [...participant.trackPublications.values()].flatMap((publication) => {
        const source = sourceOf(publication.source);
        return source ? [{ participantId: participant.identity, source, publication }] : [];
      }),
    );
  }

  #collect(): void {
    this.incoming = this.#publications().flatMap(({ participantId, source, publication }) => {
      const track = publication.track?.mediaStreamTrack;
      return track ? [{ participantId, source, track }] : [];
    });
    this.#options.onTracks();
  }

  #showAll(): void {
    const view = this.#view;
    for (const { participantId, source, publication } of this.#publications()) {
      if (source !== 'camera' && source !== 'screen') continue;
      const picture = view?.find((each) => each.participantId === participantId && each.source === source);
      const layer = view === undefined ? 'medium' : (picture?.layer ?? 'none');
      publication.setEnabled(layer !== 'none');
      if (layer !== 'none') publication.setVideoQuality(qualities[layer]);
    }
  }

  #speakersChanged(speakers: Participant[]): void {
    const levels = new Map(
      speakers.map(({ identity, audioLevel }) => [identity, Math.min(1, SPEAKING + audioLevel)]),
    );
    this.#options.onSpeakers(speakers[0]?.identity ?? null, levels);
  }

  #leaveRoom(): void {
    clearTimeout(this.#timer);
    const left = this.#room;
    this.#room = undefined;
    this.#local.forget();
    left?.removeAllListeners();
    void left?.disconnect(false);
  }

  #requestAnother(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      () => this.#options.send({ type: 'restart' }),
      Math.min(MAX_WAIT_MS, backoffMs(this.#failures++, Math.random)),
    );
  }

  #enter({ url, token, room: name }: LivekitFrame): void {
    const isThere = this.#room !== undefined && this.#room.state !== ConnectionState.Disconnected;
    if (this.#isClosed || (isThere && name === this.#name)) return;
    this.#leaveRoom();
    this.#name = name;
    const room = this.#openRoom(roomOptions);
    this.#room = room;
    const lost = () => {
      if (this.#room !== room) return;
      this.#local.forget();
      this.#collect();
      this.#requestAnother();
    };
    this.#listen(room, lost);
    room.connect(url, token).then(() => {
      if (this.#room !== room) return;
      this.#failures = 0;
      this.#local.sync();
    }, lost);
  }

  #listen(room: Room, lost: () => void): void {
    const collect = () => this.#collect();
    const sync = () => this.#local.sync();
    room
      .on(RoomEvent.TrackUnsubscribed, collect)
      .on(RoomEvent.ParticipantDisconnected, collect)
      .on(RoomEvent.TrackUnpublished, collect)
      .on(RoomEvent.TrackSubscribed, () => {
        this.#showAll();
        collect();
      })
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => this.#speakersChanged(speakers))
      .on(RoomEvent.ParticipantPermissionsChanged, sync)
      .on(RoomEvent.LocalTrackUnpublished, sync)
      .on(RoomEvent.Reconnected, sync)
      .on(RoomEvent.Disconnected, lost);
  }
}
