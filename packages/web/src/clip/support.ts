import type { ClipSource } from './context.ts';

/** VP8 is cheapest to encode. */
const VIDEO_TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const AUDIO_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Undefined in insecure contexts. */
const devices = (): MediaDevices | undefined => (navigator as { mediaDevices?: MediaDevices }).mediaDevices;

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

/** Returns an empty string to let the browser choose. */
export function recordedType(source: ClipSource): string {
  const types = source === 'voice' ? AUDIO_TYPES : VIDEO_TYPES;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
}

/** Browsers hide device names until the user grants access. */
export async function listDevices(kind: 'audioinput' | 'videoinput'): Promise<readonly MediaDeviceInfo[]> {
  const all = (await devices()?.enumerateDevices()) ?? [];
  return all.filter((each) => each.kind === kind && each.label !== '' && each.deviceId !== 'default');
}
