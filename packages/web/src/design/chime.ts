const NOTES = [
  [659.25, 0],
  [880, 0.11],
] as const;
const LENGTH = 0.28;
const VOLUME = 0.08;

let context: AudioContext | undefined;

export function playChime(): void {
  context ??= new AudioContext();
  const { currentTime } = context;
  for (const [frequency, delay] of NOTES) {
    const begin = currentTime + delay;
    const note = new OscillatorNode(context, { type: 'sine', frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(VOLUME, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + LENGTH);
    note.connect(volume).connect(context.destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  }
}
