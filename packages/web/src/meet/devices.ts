import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { captureCamera, captureMicrophone, stopCapture } from '../clip/capture.ts';
import { type Mixer, mixSounds } from '../clip/mixer.ts';
import { CaptureProblem, type ProblemKind } from '../clip/problems.ts';
import { listDevices } from '../clip/support.ts';
import { blurTrack, canBlur } from './blur/blur-track.ts';
import { storedPreferences, storePreferences } from './stored.ts';

export type DeviceKind = 'camera' | 'microphone';
/** Why a device is not there: it could not be had, or was unplugged in the middle. */
export type DeviceProblem = ProblemKind | 'unplugged';

export interface Device {
  isOn: boolean;
  /** The browser is being asked for it. */
  isStarting: boolean;
  /** What it gives; a microphone that is off gives silence, a camera nothing. */
  track?: MediaStreamTrack;
  deviceId?: string;
  problem?: DeviceProblem;
}

export interface DeviceLists {
  camera: readonly MediaDeviceInfo[];
  microphone: readonly MediaDeviceInfo[];
  speaker: readonly MediaDeviceInfo[];
}

export interface Devices {
  camera: ReadonlySignal<Device>;
  microphone: ReadonlySignal<Device>;
  speakerId: Signal<string>;
  lists: ReadonlySignal<DeviceLists>;
  /** Turns one on or off. What keeps it from going on stands in its signal. */
  turn(kind: DeviceKind, isOn: boolean): Promise<void>;
  choose(kind: DeviceKind, deviceId: string | undefined): Promise<void>;
  isBlurred: ReadonlySignal<boolean>;
  blur(isOn: boolean): Promise<void>;
  /** How loud the microphone is just now, from 0 to 1, whether it is off or not. */
  level(): number;
  /** Lets go of both. They can be turned on again. */
  release(): void;
  close(): void;
}

const NONE: DeviceLists = { camera: [], microphone: [], speaker: [] };
/** Browsers without https have no devices at all. */
const media = (): MediaDevices | undefined => (navigator as { mediaDevices?: MediaDevices }).mediaDevices;

export interface DeviceEvents {
  onSwitch(name: string): void;
  onLost(kind: DeviceKind): void;
  /** What is behind one is blurred no more: it could not be begun, or this machine does not keep up. */
  onBlurEnded(reason: 'failed' | 'slow'): void;
}

/** Holds camera and microphone. One that is unplugged is followed by another one of its kind, where there is one. */
export function openDevices({ onSwitch, onLost, onBlurEnded }: DeviceEvents): Devices {
  const kept = storedPreferences();
  const states = {
    camera: signal<Device>({ isOn: false, isStarting: false, ...idOf(kept.cameraId) }),
    microphone: signal<Device>({ isOn: false, isStarting: false, ...idOf(kept.microphoneId) }),
  };
  const speakerId = signal(kept.speakerId ?? '');
  const lists = signal(NONE);
  const isBlurred = signal(kept.isBlurred === true && canBlur());
  let mixer: Mixer | undefined;
  let isClosed = false;
  const attempts = { camera: 0, microphone: 0 };

  async function list(): Promise<void> {
    const [camera, microphone, all] = await Promise.all([
      listDevices('videoinput'),
      listDevices('audioinput'),
      media()?.enumerateDevices() ?? [],
    ]);
    // Where the sound goes can be chosen in Chromium alone.
    const canChoose = 'setSinkId' in HTMLMediaElement.prototype;
    const speaker = all.filter(
      ({ kind, label, deviceId }) =>
        canChoose && kind === 'audiooutput' && label !== '' && deviceId !== 'default',
    );
    if (!isClosed) lists.value = { camera, microphone, speaker };
  }
  const relist = () => void list().catch(() => undefined);
  media()?.addEventListener('devicechange', relist);
  relist();

  const change = (kind: DeviceKind, changed: Partial<Device>) => {
    states[kind].value = { ...states[kind].peek(), ...changed };
  };

  function drop(kind: DeviceKind): void {
    const { track, ...rest } = states[kind].peek();
    if (track) stopCapture(new MediaStream([track]));
    if (kind === 'microphone') {
      void mixer?.close();
      mixer = undefined;
    }
    states[kind].value = rest;
  }

  async function start(kind: DeviceKind): Promise<void> {
    attempts[kind] += 1;
    const attempt = attempts[kind];
    const isStale = () => isClosed || attempts[kind] !== attempt;
    const { problem: _, ...rest } = states[kind].peek();
    states[kind].value = { ...rest, isOn: true, isStarting: true };
    try {
      const stream = await capture(kind, states[kind].peek().deviceId);
      const [given] = stream.getTracks();
      if (isStale() || !given) return stopCapture(stream);
      const track = kind === 'camera' && isBlurred.peek() ? await blurred(given) : given;
      if (isStale()) return track.stop();
      drop(kind);
      // It may have been turned off while the browser asked.
      const { isOn } = states[kind].peek();
      if (kind === 'camera' && !isOn) {
        track.stop();
        change(kind, { isStarting: false });
      } else {
        track.enabled = isOn;
        if (kind === 'microphone') mixer = mixSounds(new MediaStream([track.clone()]), undefined);
        track.addEventListener('ended', () => void replace(kind, track));
        change(kind, { isStarting: false, track });
      }
      relist();
    } catch (error) {
      if (isStale()) return;
      drop(kind);
      const problem = error instanceof CaptureProblem ? error.kind : 'failed';
      change(kind, { isOn: false, isStarting: false, problem });
    }
  }

  /** The camera itself, where what is behind one cannot be blurred after all. */
  async function blurred(camera: MediaStreamTrack): Promise<MediaStreamTrack> {
    const end = (reason: 'failed' | 'slow') => {
      isBlurred.value = false;
      onBlurEnded(reason);
    };
    try {
      return await blurTrack(camera, () => {
        if (isClosed || !isBlurred.peek()) return;
        end('slow');
        if (states.camera.peek().track) void start('camera');
      });
    } catch {
      end('failed');
      return camera;
    }
  }

  /** Goes on with another device, when one was taken away. */
  async function replace(kind: DeviceKind, gone: MediaStreamTrack): Promise<void> {
    if (states[kind].peek().track !== gone) return;
    const { isOn } = states[kind].peek();
    drop(kind);
    const { deviceId: _, ...rest } = states[kind].peek();
    states[kind].value = { ...rest, isOn: false };
    await list().catch(() => undefined);
    const hasOther = lists.peek()[kind].length > 0;
    if (hasOther && isOn) await start(kind);
    const { track, problem } = states[kind].peek();
    if (track) onSwitch(track.label);
    else if (isOn && (!hasOther || problem)) {
      change(kind, { problem: 'unplugged' });
      onLost(kind);
    }
  }

  async function turn(kind: DeviceKind, isOn: boolean): Promise<void> {
    const { track, isStarting } = states[kind].peek();
    storePreferences(kind === 'camera' ? { hasCamera: isOn } : { hasMicrophone: isOn });
    if (!isOn) {
      if (kind === 'camera') drop(kind);
      else if (track) track.enabled = false;
      const { problem: _, ...rest } = states[kind].peek();
      states[kind].value = { ...rest, isOn: false };
    } else if (track) {
      track.enabled = true;
      change(kind, { isOn: true });
    } else if (isStarting) change(kind, { isOn: true });
    else await start(kind);
  }

  return {
    camera: states.camera,
    microphone: states.microphone,
    speakerId,
    lists,
    turn,
    async choose(kind, deviceId) {
      storePreferences(kind === 'camera' ? { cameraId: deviceId } : { microphoneId: deviceId });
      const { deviceId: _, ...rest } = states[kind].peek();
      states[kind].value = { ...rest, ...idOf(deviceId) };
      const { isOn, track } = states[kind].peek();
      if (isOn || track) {
        await start(kind);
        if (!isOn) await turn(kind, false);
      }
    },
    isBlurred,
    async blur(isOn) {
      isBlurred.value = isOn;
      storePreferences({ isBlurred: isOn });
      if (states.camera.peek().track) await start('camera');
    },
    level: () => mixer?.level() ?? 0,
    release() {
      for (const kind of ['camera', 'microphone'] as const) {
        attempts[kind] += 1;
        drop(kind);
        change(kind, { isOn: false, isStarting: false });
      }
    },
    close() {
      isClosed = true;
      media()?.removeEventListener('devicechange', relist);
      drop('camera');
      drop('microphone');
    },
  };
}

const idOf = (deviceId: string | undefined) => (deviceId ? { deviceId } : {});

/** A device that was chosen once and is not there any more is followed by the one that the browser chooses. */
async function capture(kind: DeviceKind, deviceId: string | undefined): Promise<MediaStream> {
  if (!media()) throw new CaptureProblem(kind, 'failed');
  const ask = (id: string | undefined) =>
    kind === 'camera' ? captureCamera(id, 'full') : captureMicrophone(id);
  try {
    return await ask(deviceId);
  } catch (error) {
    const isGone = error instanceof CaptureProblem && error.kind === 'missing' && deviceId !== undefined;
    if (isGone) return ask(undefined);
    throw error;
  }
}
