export interface Mixer {
  track: MediaStreamTrack | undefined;
  /** From 0 to 1. */
  level(): number;
  mute(isMuted: boolean): void;
  close(): Promise<void>;
}

/** Speech reaches about a tenth of the maximum. */
const GAIN = 4;

export function mixSounds(voice: MediaStream | undefined, other: MediaStream | undefined): Mixer {
  const inputs = [voice, other].filter((each) => each !== undefined && each.getAudioTracks().length > 0);
  if (inputs.length === 0)
    return { track: undefined, level: () => 0, mute: () => undefined, close: async () => undefined };
  const context = new AudioContext();
  const target = context.createMediaStreamDestination();
  const microphone = context.createGain();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  const samples = new Float32Array(analyser.fftSize);
  if (voice) {
    context.createMediaStreamSource(voice).connect(microphone);
    microphone.connect(analyser);
    microphone.connect(target);
  }
  if (other && other.getAudioTracks().length > 0) context.createMediaStreamSource(other).connect(target);
  if (context.state === 'suspended') void context.resume();
  return {
    track: target.stream.getAudioTracks()[0],
    level() {
      if (!voice) return 0;
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * GAIN);
    },
    mute(isMuted) {
      microphone.gain.value = isMuted ? 0 : 1;
    },
    close: () => context.close(),
  };
}
