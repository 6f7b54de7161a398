// Runs in a test page: the LiveKit client, with a peer connection in the same page as its server. See
// livekit.media.spec.ts.
import {
  JoinResponse,
  ParticipantInfo,
  ParticipantUpdate,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackInfo,
  TrackPublishedResponse,
  TrickleRequest,
} from '@livekit/protocol';
import { Room } from 'livekit-client';
import { createLivekitMedia } from '../../../client/src/meet/livekit/livekit-media.ts';

const permission = { canPublish: true, canSubscribe: true, canPublishSources: [1, 2, 3, 4] };
const OTHER = 'PA_other';

/** Simulates a LiveKit server's WebSocket. Receives media, and returns the camera as another participant's. */
class LoopbackSocket {
  readyState = 0;
  #published = 0;
  /** The last subscription state of the returned camera. */
  isWatched = undefined;
  constructor() {
    this.publisher = new RTCPeerConnection();
    this.subscriber = new RTCPeerConnection();
    for (const [peer, target] of [
      [this.publisher, SignalTarget.PUBLISHER],
      [this.subscriber, SignalTarget.SUBSCRIBER],
    ])
      peer.onicecandidate = ({ candidate }) => {
        if (candidate)
          this.#tell('trickle', new TrickleRequest({ candidateInit: JSON.stringify(candidate), target }));
      };
    this.publisher.ontrack = ({ track }) => {
      if (track.kind === 'video') return void this.#sendBack(track);
      // Chromium measures the level only of audio that an element plays.
      this.ear = new Audio();
      this.ear.srcObject = new MediaStream([track]);
      void this.ear.play();
    };
    window.loopback = this;
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
      const participant = new ParticipantInfo({ sid: 'PA_self', identity: 'Pann', permission });
      this.#tell('join', new JoinResponse({ participant, subscriberPrimary: false, serverVersion: '1.9.0' }));
    });
  }
  #tell(name, value) {
    const message = new SignalResponse({ message: { case: name, value } });
    this.onmessage?.({ data: message.toBinary().buffer });
  }
  send(data) {
    const { case: name, value } = SignalRequest.fromBinary(new Uint8Array(data)).message;
    void this.#take(name, value);
  }
  async #take(name, value) {
    if (name === 'offer') {
      await this.publisher.setRemoteDescription({ type: 'offer', sdp: value.sdp });
      await this.publisher.setLocalDescription();
      const { sdp } = this.publisher.localDescription;
      this.#tell('answer', new SessionDescription({ type: 'answer', sdp, id: value.id }));
    } else if (name === 'answer') {
      await this.subscriber.setRemoteDescription({ type: 'answer', sdp: value.sdp });
    } else if (name === 'trickle') {
      const peer = value.target === SignalTarget.PUBLISHER ? this.publisher : this.subscriber;
      await peer.addIceCandidate(JSON.parse(value.candidateInit)).catch(() => undefined);
    } else if (name === 'addTrack') {
      const { cid, type, source, muted } = value;
      const track = new TrackInfo({ sid: `TR_${++this.#published}`, type, source, muted });
      this.#tell('trackPublished', new TrackPublishedResponse({ cid, track }));
    } else if (name === 'trackSetting') {
      this.isWatched = !value.disabled;
    }
  }
  async #sendBack(track) {
    const tracks = [new TrackInfo({ sid: 'TR_back', type: 1, source: 1, mimeType: 'video/vp8' })];
    const other = new ParticipantInfo({ sid: OTHER, identity: 'Pbob', state: 2, tracks });
    this.#tell('update', new ParticipantUpdate({ participants: [other] }));
    this.subscriber.addTransceiver(track, { direction: 'sendonly', streams: [new MediaStream()] });
    const offer = await this.subscriber.createOffer();
    // LiveKit identifies the owner by stream and track names.
    const sdp = offer.sdp.replace(/a=msid:\S+ \S+/g, `a=msid:${OTHER}|TR_back TR_back`);
    await this.subscriber.setLocalDescription({ type: 'offer', sdp });
    this.#tell('offer', new SessionDescription({ type: 'offer', sdp, id: 1 }));
  }
  addEventListener() {}
  removeEventListener() {}
  close() {
    this.readyState = 3;
    this.onclose?.({ code: 1000, reason: '' });
  }
}
Object.assign(LoopbackSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });

/** Sends a camera and a muted microphone, and shows the returned media. */
export async function prepare() {
  window.WebSocket = LoopbackSocket;
  const outgoing = new Map();
  const media = createLivekitMedia(
    {
      outgoing,
      send: () => undefined,
      nextId: () => 1,
      onTracks: () => show(),
      onSpeakers: () => undefined,
    },
    // Use two connections, because a single one needs more server features.
    (options) => new Room({ ...options, singlePeerConnection: false }),
  );
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  const show = () => {
    const [camera] = media.incoming;
    if (!camera || video.srcObject) return;
    video.srcObject = new MediaStream([camera.track]);
    void video.play();
  };
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 360;
  const drawing = canvas.getContext('2d');
  setInterval(() => {
    drawing.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
    drawing.fillRect(0, 0, canvas.width, canvas.height);
  }, 50);
  const audio = new AudioContext();
  const tone = audio.createMediaStreamDestination();
  const oscillator = audio.createOscillator();
  oscillator.connect(tone);
  oscillator.start();
  void audio.resume();
  for (const [source, track, isMuted] of [
    ['camera', canvas.captureStream(20).getVideoTracks()[0], false],
    ['microphone', tone.stream.getAudioTracks()[0], true],
  ])
    outgoing.set(source, { source, track, isMuted, sent: Promise.withResolvers() });
  media.receive({ type: 'livekit', url: 'wss://livekit.example', room: 'one', token: 'a token' });
  window.test = {
    sent: () => Promise.all([...outgoing.values()].map(({ sent }) => sent.promise)),
    seen: () => ({
      from: media.incoming.map(({ participantId, source }) => `${participantId} ${source}`),
      frames: video.videoWidth === 0 ? 0 : video.getVideoPlaybackQuality().totalVideoFrames,
    }),
    measure: () => media.measure(),
    setView: (pictures) => media.setView(pictures),
    isWatched: () => window.loopback.isWatched,
    setMuted(source, isMuted) {
      outgoing.get(source).isMuted = isMuted;
      return media.muteChanged(outgoing.get(source));
    },
    /** Returns the audio energy that the other side has received. */
    async heard() {
      const stats = [...(await window.loopback.publisher.getStats()).values()];
      const sounds = stats.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio');
      return sounds.reduce((sum, { totalAudioEnergy }) => sum + (totalAudioEnergy ?? 0), 0);
    },
    close: () => media.close(),
  };
}
