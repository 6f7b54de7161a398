// One participant in Chromium, with the product's media code and LiveKit client. See browser-people.ts.
import { Room } from 'livekit-client';
import { createLivekitMedia } from '../../packages/client/src/meet/livekit/livekit-media.ts';

const outgoing = new Map();
const videos = new Map();
const meters = new Map();
const audio = new AudioContext();
let room;

const media = createLivekitMedia(
  {
    outgoing,
    send: (frame) => void window.sendFrame(frame.type),
    nextId: () => 1,
    onTracks: attach,
    onSpeakers: () => undefined,
  },
  (options) => {
    room = new Room(options);
    return room;
  },
);

function attach() {
  for (const { participantId, source, track } of media.incoming) {
    if (source === 'camera') attachVideo(participantId, track);
    if (source === 'microphone') attachMeter(participantId, track);
  }
}

function attachVideo(participantId, track) {
  const video = videos.get(participantId) ?? document.body.appendChild(document.createElement('video'));
  videos.set(participantId, video);
  if (video.srcObject?.getVideoTracks()[0] === track) return;
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  void video.play();
}

function attachMeter(participantId, track) {
  if (meters.get(participantId)?.track === track) return;
  const stream = new MediaStream([track]);
  // Chromium decodes a remote track only while an element plays it.
  const player = Object.assign(new Audio(), { muted: true, srcObject: stream });
  void player.play();
  const analyser = audio.createAnalyser();
  audio.createMediaStreamSource(stream).connect(analyser);
  meters.set(participantId, { track, player, analyser });
}

const isIncoming = (participantId, source) =>
  media.incoming.some((each) => each.participantId === participantId && each.source === source);

window.person = {
  async enter(access) {
    await audio.resume();
    media.receive({ type: 'livekit', ...access });
  },
  isConnected: () => room?.state === 'connected',
  async publish() {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: true,
      video: { width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    for (const track of stream.getTracks()) {
      const source = track.kind === 'video' ? 'camera' : 'microphone';
      const own = { source, track, isMuted: false, sent: Promise.withResolvers() };
      outgoing.set(source, own);
      void media.publish(own);
    }
    await Promise.all([...outgoing.values()].map(({ sent }) => sent.promise));
  },
  pictureOf(participantId) {
    const video = videos.get(participantId);
    if (!video || !isIncoming(participantId, 'camera')) return { frames: 0, width: 0 };
    return { frames: video.getVideoPlaybackQuality().totalVideoFrames, width: video.videoWidth };
  },
  /** Returns the loudest recent sample, 0 to 1, or undefined without the participant's microphone. */
  levelOf(participantId) {
    if (!isIncoming(participantId, 'microphone')) return undefined;
    const { analyser } = meters.get(participantId);
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  },
  show: (participantId, layer) => media.setView([{ participantId, source: 'camera', layer }]),
};
