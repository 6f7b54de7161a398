import type { MediaSource, MeetServerFrame } from '@ringbinder/protocol';
import {
  ConnectionState,
  type Participant,
  type RemoteTrackPublication,
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

/** Nobody waits longer than this for the next attempt. */
const MAX_WAIT_MS = 8_000;
/** Whom LiveKit calls a speaker is one: its levels are another measure than those of the embedded engine. */
const SPEAKING = 0.3;
const roomOptions: RoomOptions = {
  // Which pictures are shown is told by the page, which has elements of its own.
  adaptiveStream: false,
  dynacast: true,
  disconnectOnPageLeave: false,
  stopLocalTrackOnUnpublish: true,
};
const qualities = { low: VideoQuality.LOW, medium: VideoQuality.MEDIUM, high: VideoQuality.HIGH };

/**
 * Media by a LiveKit server, with its own client. Where it is and with which token one comes in is told by a frame of the channel;
 * when the connection is lost for good another one is asked for.
 * @param openRoom makes the room: for tests another one
 */
export function createLivekitMedia(
  options: MediaOptions,
  openRoom: (options: RoomOptions) => Room = (given) => new Room(given),
): MediaTransport {
  setLogLevel('warn');
  let room: Room | undefined;
  let name = '';
  let incoming: IncomingSource[] = [];
  let view: readonly ViewedPicture[] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;
  const local = createLocalTracks(options, () =>
    room?.state === ConnectionState.Connected ? room.localParticipant : undefined,
  );
  const quality = createQuality(async () => ({
    sent: await local.reports(),
    received: await Promise.all(
      publications().flatMap(({ participantId, source, publication }) =>
        publication.track
          ? [publication.track.getRTCStatsReport().then((report) => ({ participantId, source, report }))]
          : [],
      ),
    ),
  }));

  function publications() {
    return [...(room?.remoteParticipants.values() ?? [])].flatMap((participant) =>
      [...participant.trackPublications.values()].flatMap((publication) => {
        const source = sourceOf(publication.source);
        return source ? [{ participantId: participant.identity, source, publication }] : [];
      }),
    );
  }

  function collect(): void {
    incoming = publications().flatMap(({ participantId, source, publication }) => {
      const track = publication.track?.mediaStreamTrack;
      return track ? [{ participantId, source, track }] : [];
    });
    options.onTracks();
  }

  /** What nobody looks at is not sent here. */
  function show(participantId: string, source: MediaSource, publication: RemoteTrackPublication): void {
    if (source !== 'camera' && source !== 'screen') return;
    const picture = view?.find((each) => each.participantId === participantId && each.source === source);
    const layer = view === undefined ? 'medium' : (picture?.layer ?? 'none');
    publication.setEnabled(layer !== 'none');
    if (layer !== 'none') publication.setVideoQuality(qualities[layer]);
  }

  function showAll(): void {
    for (const { participantId, source, publication } of publications())
      show(participantId, source, publication);
  }

  function heardSpeakers(speakers: Participant[]): void {
    const levels = new Map(
      speakers.map(({ identity, audioLevel }) => [identity, Math.min(1, SPEAKING + audioLevel)]),
    );
    options.onSpeakers(speakers[0]?.identity ?? null, levels);
  }

  function leaveRoom(): void {
    clearTimeout(timer);
    const left = room;
    room = undefined;
    local.forget();
    left?.removeAllListeners();
    void left?.disconnect(false);
  }

  function askAnew(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(
      () => options.send({ type: 'restart' }),
      Math.min(MAX_WAIT_MS, backoffMs(failures++, Math.random)),
    );
  }

  function enter({ url, token, room: wanted }: LivekitFrame): void {
    const isThere = room !== undefined && room.state !== ConnectionState.Disconnected;
    if (isClosed || (isThere && wanted === name)) return;
    leaveRoom();
    name = wanted;
    const opened = openRoom(roomOptions);
    room = opened;
    const lost = () => {
      if (room !== opened) return;
      local.forget();
      collect();
      askAnew();
    };
    for (const event of [
      RoomEvent.TrackUnsubscribed,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackUnpublished,
    ] as const)
      opened.on(event, collect);
    opened
      .on(RoomEvent.TrackSubscribed, () => {
        showAll();
        collect();
      })
      .on(RoomEvent.ActiveSpeakersChanged, heardSpeakers)
      .on(RoomEvent.ParticipantPermissionsChanged, () => local.sync())
      .on(RoomEvent.LocalTrackUnpublished, () => local.sync())
      .on(RoomEvent.Reconnected, () => local.sync())
      .on(RoomEvent.Disconnected, lost);
    opened.connect(url, token).then(
      () => {
        if (room !== opened) return;
        failures = 0;
        local.sync();
      },
      () => lost(),
    );
  }

  return {
    get incoming() {
      return incoming;
    },
    // Media goes on while the channel is lost: the frame `livekit` says whether it is the same room.
    welcomed: () => undefined,
    interrupted: () => undefined,
    receive(frame) {
      if (frame.type !== 'livekit') return false;
      enter(frame);
      return true;
    },
    publish: () => local.sync(),
    unpublish: () => local.sync(),
    muteChanged: () => local.sync(),
    setView(pictures) {
      view = pictures;
      showAll();
    },
    qualityOf: (participantId) => quality.levelOf(participantId),
    measure: () => quality.measure(),
    close() {
      isClosed = true;
      leaveRoom();
      incoming = [];
    },
  };
}
