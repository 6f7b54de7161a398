// Runs in a test page: see meet-page.ts.
import { joinMeet } from './client.js';

/** Adds moving shapes, so that the picture compresses like a camera's. The middle contains the barcode. */
function addShapes(drawing, { width, height }) {
  const time = performance.now() / 1_000;
  for (let each = 0; each < 60; each++) {
    const top = each % 2 === 0 ? 0 : height * 0.65;
    drawing.fillStyle = `hsl(${(each * 47 + time * 40) % 360} 70% ${30 + (each % 5) * 10}%)`;
    const left = ((each * 97 + time * 80 * (1 + (each % 3))) % (width + 80)) - 80;
    drawing.fillRect(left, top + ((each * 31) % (height * 0.3)), 80, height * 0.05);
  }
}

/** Joins with a barcode of the clock and a tone. */
export async function prepare(baseUrl, options) {
  const { relays, isRelayed } = options;
  window.peers = [];
  {
    const Direct = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Direct {
      constructor(configuration) {
        const iceServers = configuration.iceServers
          .map((server) => ({ ...server, urls: server.urls.filter((url) => url.startsWith(relays ?? '')) }))
          .filter(({ urls }) => urls.length > 0);
        super({ ...configuration, iceServers, ...(isRelayed ? { iceTransportPolicy: 'relay' } : {}) });
        window.peers.push(this);
      }

      addIceCandidate(candidate) {
        if (!options.mediaPort || !candidate?.candidate) return super.addIceCandidate(candidate);
        const parts = candidate.candidate.split(' ');
        parts.splice(4, 2, '127.0.0.1', `${options.mediaPort}`);
        return super.addIceCandidate({ ...candidate, candidate: parts.join(' ') });
      }
    };
  }
  const BITS = 16;
  const WIDTH = options.width ?? 640;
  const FRAME_RATE = options.frameRate ?? 20;
  const page = window;
  const clock = () => Math.round(performance.timeOrigin + performance.now()) % 2 ** BITS;

  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = options.height ?? 360;
  const drawing = canvas.getContext('2d');
  const cell = WIDTH / BITS;
  setInterval(() => {
    const time = clock();
    for (let bit = 0; bit < BITS; bit++) {
      drawing.fillStyle = time & (1 << bit) ? '#fff' : '#000';
      drawing.fillRect(bit * cell, 0, cell, canvas.height);
    }
    if (options.isBusy) addShapes(drawing, canvas);
  }, 1_000 / FRAME_RATE);

  const audio = new AudioContext();
  const oscillator = audio.createOscillator();
  oscillator.frequency.value = options.tone;
  const destination = audio.createMediaStreamDestination();
  oscillator.connect(destination);
  oscillator.start();

  const seen = new Map();
  const ears = new Map();
  const reading = document.createElement('canvas');
  reading.width = WIDTH;
  reading.height = 8;
  const pixels = reading.getContext('2d', { willReadFrequently: true });

  function watch(name, video) {
    const about = seen.get(name) ?? { frames: 0, width: 0, ages: [], times: [] };
    seen.set(name, about);
    const look = () => {
      about.frames++;
      about.times.push(performance.now());
      if (about.times.length > 2_000) about.times.shift();
      about.width = video.videoWidth;
      pixels.drawImage(video, 0, video.videoHeight / 2, video.videoWidth, 2, 0, 0, WIDTH, 8);
      const { data } = pixels.getImageData(0, 4, WIDTH, 1);
      let time = 0;
      for (let bit = 0; bit < BITS; bit++)
        if ((data[Math.floor((bit + 0.5) * cell) * 4] ?? 0) > 127) time |= 1 << bit;
      about.ages.push((clock() - time + 2 ** BITS) % 2 ** BITS);
      if (about.ages.length > 200) about.ages.shift();
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  }

  function show(name, stream) {
    const id = `video ${name}`;
    let video = document.getElementById(id);
    if (!video) {
      video = document.createElement('video');
      video.id = id;
      video.muted = true;
      video.autoplay = true;
      document.body.append(video);
      watch(name, video);
    }
    if (video.srcObject !== stream) video.srcObject = stream;
    void video.play().catch(() => undefined);
  }

  function listen(name, stream) {
    if (ears.get(name)?.stream === stream) return;
    // Chromium decodes an analyser's track only while an element plays it.
    const element = new Audio();
    element.srcObject = stream;
    element.muted = true;
    void element.play().catch(() => undefined);
    const analyser = audio.createAnalyser();
    analyser.fftSize = 8_192;
    analyser.smoothingTimeConstant = 0;
    audio.createMediaStreamSource(stream).connect(analyser);
    ears.set(name, { stream, analyser });
  }

  page.events = [];
  page.seen = (name) => seen.get(name) ?? { frames: 0, width: 0, ages: [], times: [] };
  page.heard = (name) => {
    const analyser = ears.get(name)?.analyser;
    if (!analyser) return 0;
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.reduce((best, level, at) => (level > (levels[best] ?? -Infinity) ? at : best), 0);
    return (levels[loudest] ?? -Infinity) < -60 ? 0 : (loudest * audio.sampleRate) / analyser.fftSize;
  };
  const client = { baseUrl, token: async () => options.token, fetch: window.fetch };
  page.joinedAt = performance.now();
  page.meet = joinMeet(client, {
    sessionKey: options.sessionKey,
    ...(options.resume === undefined ? {} : { resume: options.resume }),
    onResume(resume) {
      page.resume = resume;
    },
  });
  page.meet.onEvent((event) => page.events.push(event));
  page.meet.onState(({ participants, self }) => {
    for (const { id, name, streams } of participants) {
      if (id === self?.id) continue;
      if (streams.camera) show(name, streams.camera);
      if (streams.audio) listen(name, streams.audio);
    }
  });
  const [picture] = canvas.captureStream(FRAME_RATE).getVideoTracks();
  const [sound] = destination.stream.getAudioTracks();
  if (!picture || !sound) throw new Error('there is nothing to send');
  await Promise.all([page.meet.publish('camera', picture), page.meet.publish('microphone', sound)]);
}
