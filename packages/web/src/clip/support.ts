import type { ClipSource } from './context.ts';

/** What browsers record and the server takes, the best first: VP8 costs the least while it is recorded. */
const VIDEO_TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const AUDIO_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** The devices of a page that is not served by https (or from the own computer) do not exist. */
const devices = (): MediaDevices | undefined => (navigator as { mediaDevices?: MediaDevices }).mediaDevices;

/** What this browser can record. Phones have no screen to give; without https there is nothing at all. */
export function supportedSources(): ReadonlySet<ClipSource> {
  const supported = new Set<ClipSource>();
  if (typeof MediaRecorder === 'undefined' || !devices()) return supported;
  if ('getDisplayMedia' in navigator.mediaDevices) supported.add('display');
  if ('captureStream' in HTMLCanvasElement.prototype) supported.add('pages').add('camera');
  return supported.add('voice');
}

export function whyUnsupported(): 'insecure' | 'browser' {
  return isSecureContext ? 'browser' : 'insecure';
}

/** The type to record as; an empty one leaves it to the browser. */
export function recordedType(source: ClipSource): string {
  const types = source === 'voice' ? AUDIO_TYPES : VIDEO_TYPES;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
}

/** The cameras or microphones to choose from: none before the browser was allowed to tell their names. */
export async function listDevices(kind: 'audioinput' | 'videoinput'): Promise<readonly MediaDeviceInfo[]> {
  const all = (await devices()?.enumerateDevices()) ?? [];
  return all.filter((each) => each.kind === kind && each.label !== '' && each.deviceId !== 'default');
}
