// Runs in a test page with real tracks and a fake room: see livekit.media.spec.ts.
import { createLivekitMedia } from './client.js';

const numbers = { camera: 1, microphone: 2, screen_share: 3, screen_share_audio: 4 };

/** The part of LiveKit's Room that tests use, without a server. */
class FakeRoom {
  state = 'disconnected';
  remoteParticipants = new Map();
  #listeners = new Map();
  constructor() {
    const publications = new Map();
    const room = this;
    this.localParticipant = {
      publications,
      permissions: { canPublish: true, canPublishSources: Object.values(numbers) },
      getTrackPublication: (source) => publications.get(source),
      async publishTrack(track, options) {
        const { canPublishSources } = this.permissions;
        if (!canPublishSources.includes(numbers[options.source])) throw new Error('insufficient permissions');
        publications.set(options.source, { track, options, wasMuted: track.isMuted });
      },
      async unpublishTrack(track, stops) {
        for (const [source, publication] of publications)
          if (publication.track === track) publications.delete(source);
        if (stops) track.stop();
        room.emit('localTrackUnpublished');
      },
    };
  }
  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }
  removeAllListeners() {
    this.#listeners.clear();
  }
  emit(event, ...values) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...values);
  }
  async connect(url, token) {
    this.asked = [url, token];
    this.state = 'connected';
  }
  async disconnect() {
    this.state = 'disconnected';
  }
  /** Revokes the permission and the track of a source, like a server. */
  forbid(source) {
    const { permissions, publications } = this.localParticipant;
    permissions.canPublishSources = permissions.canPublishSources.filter((each) => each !== numbers[source]);
    publications.delete(source);
    this.emit('localTrackUnpublished');
    this.emit('participantPermissionsChanged');
  }
  allow(source) {
    this.localParticipant.permissions.canPublishSources.push(numbers[source]);
    this.emit('participantPermissionsChanged');
  }
}

export function prepare() {
  const rooms = [];
  const frames = [];
  const speakers = [];
  const outgoing = new Map();
  const own = new Map();
  let collected = 0;
  const media = createLivekitMedia(
    {
      outgoing,
      send: (frame) => frames.push(frame.type),
      nextId: () => 1,
      onTracks: () => collected++,
      onSpeakers: (active, levels) => speakers.push([active, [...levels]]),
    },
    () => {
      const room = new FakeRoom();
      rooms.push(room);
      return room;
    },
  );
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 1, 1);
  const trackOf = (source) =>
    source === 'microphone'
      ? new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0]
      : canvas.captureStream(5).getVideoTracks()[0];
  window.test = {
    frames,
    speakers,
    enter: (room) =>
      media.receive({ type: 'livekit', url: 'wss://livekit.example', room, token: `for ${room}` }),
    async publish(source, isMuted = false) {
      const before = outgoing.get(source);
      const track = trackOf(source);
      own.set(source, track);
      if (before) before.track = track;
      else outgoing.set(source, { source, track, isMuted, sent: Promise.withResolvers() });
      await media.publish(outgoing.get(source));
    },
    async unpublish(source) {
      outgoing.delete(source);
      await media.unpublish(source);
    },
    async mute(source, isMuted) {
      outgoing.get(source).isMuted = isMuted;
      await media.muteChanged(outgoing.get(source));
    },
    forbid: (source) => rooms.at(-1).forbid(source),
    allow: (source) => rooms.at(-1).allow(source),
    lose() {
      const room = rooms.at(-1);
      room.state = 'disconnected';
      room.emit('disconnected');
    },
    speak: (all) => rooms.at(-1).emit('activeSpeakersChanged', all),
    addRemote(identity) {
      const asked = [];
      const publication = {
        source: 'camera',
        track: { mediaStreamTrack: trackOf('camera') },
        setEnabled: (isEnabled) => asked.push(isEnabled),
        setVideoQuality: (quality) => asked.push(quality),
      };
      rooms
        .at(-1)
        .remoteParticipants.set(identity, { identity, trackPublications: new Map([['x', publication]]) });
      rooms.at(-1).emit('trackSubscribed');
      window.test.asked = asked;
    },
    setView: (pictures) => media.setView(pictures),
    incoming: () =>
      media.incoming.map(({ participantId, source, track }) => [participantId, source, track.kind]),
    collected: () => collected,
    sent: () =>
      [...rooms.at(-1).localParticipant.publications].map(([source, { track, options, wasMuted }]) => ({
        source,
        wasMuted,
        isMuted: track.isMuted,
        state: track.mediaStreamTrack.readyState,
        isCopy: ![...own.values()].includes(track.mediaStreamTrack),
        codec: options.videoCodec,
        isSimulcast: options.simulcast === true,
      })),
    own: (source) => ({ isEnabled: own.get(source).enabled, state: own.get(source).readyState }),
    rooms: () => rooms.map(({ asked, state }) => [...asked, state]),
    isSent: (source) =>
      Promise.race([outgoing.get(source).sent.promise.then(() => true), Promise.resolve(false)]),
    close: () => media.close(),
  };
}
