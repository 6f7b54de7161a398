import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { captureCamera, captureMicrophone, stopCapture } from '../clip/capture.ts';
import { type Mixer, mixSounds } from '../clip/mixer.ts';
import { CaptureProblem, type ProblemKind } from '../clip/problems.ts';
import { listDevices } from '../clip/support.ts';
import { blurTrack, canBlur } from './blur/blur-track.ts';
import { storedPreferences, storePreferences } from './stored-preferences.ts';

export type DeviceKind = 'camera' | 'microphone';
export type DeviceProblem = ProblemKind | 'unplugged';

export interface Device {
  isOn: boolean;
  /** True while the device starts or the permission prompt is open. */
  isStarting: boolean;
  /** A muted microphone retains a silent track. A camera that is off has none. */
  track?: MediaStreamTrack;
  deviceId?: string;
  /** Of a camera that runs, if the system reports it: `user`, `environment` and others. */
  facing?: string;
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
  turn(kind: DeviceKind, isOn: boolean): Promise<void>;
  choose(kind: DeviceKind, deviceId: string | undefined): Promise<void>;
  /** From the front to the back camera of a phone, or to the next camera of another device. */
  switchCamera(): Promise<void>;
  isBlurred: ReadonlySignal<boolean>;
  blur(isOn: boolean): Promise<void>;
  /** Microphone level, 0 to 1, even while muted. */
  level(): number;
  release(): void;
  close(): void;
}

const NONE: DeviceLists = { camera: [], microphone: [], speaker: [] };
/** Undefined in insecure contexts. */
const media = (): MediaDevices | undefined => (navigator as { mediaDevices?: MediaDevices }).mediaDevices;

export interface DeviceEvents {
  onSwitch(name: string): void;
  onLost(kind: DeviceKind): void;
  onBlurEnded(reason: 'failed' | 'slow'): void;
}

export function openDevices(events: DeviceEvents): Devices {
  return new MediaDevicesState(events);
}

class MediaDevicesState implements Devices {
  readonly camera: Signal<Device>;
  readonly microphone: Signal<Device>;
  readonly speakerId: Signal<string>;
  readonly lists = signal(NONE);
  readonly isBlurred: Signal<boolean>;
  readonly #events: DeviceEvents;
  readonly #relist = () => void this.#list().catch(() => undefined);
  readonly #attempts = { camera: 0, microphone: 0 };
  #cameraId: string | undefined;
  #mixer: Mixer | undefined;
  #isClosed = false;

  constructor(events: DeviceEvents) {
    const preferences = storedPreferences();
    const off = { isOn: false, isStarting: false };
    this.camera = signal({ ...off, ...idOf(preferences.cameraId) });
    this.microphone = signal({ ...off, ...idOf(preferences.microphoneId) });
    this.speakerId = signal(preferences.speakerId ?? '');
    this.isBlurred = signal(preferences.isBlurred === true && canBlur());
    this.#events = events;
    media()?.addEventListener('devicechange', this.#relist);
    this.#relist();
  }

  async turn(kind: DeviceKind, isOn: boolean): Promise<void> {
    const { track, isStarting } = this[kind].peek();
    storePreferences(kind === 'camera' ? { hasCamera: isOn } : { hasMicrophone: isOn });
    if (!isOn) {
      if (kind === 'camera') this.#drop(kind);
      else if (track) track.enabled = false;
      this.#change(kind, { isOn: false }, 'problem');
    } else if (track) {
      track.enabled = true;
      this.#change(kind, { isOn: true });
    } else if (isStarting) this.#change(kind, { isOn: true });
    else await this.#start(kind);
  }

  async choose(kind: DeviceKind, deviceId: string | undefined): Promise<void> {
    storePreferences(kind === 'camera' ? { cameraId: deviceId } : { microphoneId: deviceId });
    this.#change(kind, idOf(deviceId), 'deviceId');
    const { isOn, track } = this[kind].peek();
    if (!isOn && !track) return;
    await this.#start(kind);
    if (!isOn) await this.turn(kind, false);
  }

  async switchCamera(): Promise<void> {
    const { track, facing, deviceId, isStarting } = this.camera.peek();
    if (!track || isStarting) return;
    const list = this.lists.peek().camera;
    const current = list.findIndex((each) => each.deviceId === (this.#cameraId ?? deviceId));
    const other = list[(current + 1) % list.length];
    // Phones cannot open two cameras at once. The stopped track remains published until the next one replaces it.
    stopCapture(new MediaStream([track]));
    if (facing === 'user' || facing === 'environment') {
      this.#change('camera', {}, 'deviceId');
      await this.#start('camera', facing === 'user' ? 'environment' : 'user');
    } else {
      this.#change('camera', idOf(other?.deviceId), 'deviceId');
      await this.#start('camera');
    }
    const { problem } = this.camera.peek();
    if (problem) {
      this.#change('camera', idOf(deviceId));
      await this.#start('camera');
    } else {
      this.#change('camera', idOf(this.#cameraId));
      storePreferences({ cameraId: this.#cameraId });
    }
  }

  async blur(isBlurred: boolean): Promise<void> {
    this.isBlurred.value = isBlurred;
    storePreferences({ isBlurred });
    if (this.camera.peek().track) await this.#start('camera');
  }

  level(): number {
    return this.#mixer?.level() ?? 0;
  }

  release(): void {
    for (const kind of ['camera', 'microphone'] as const) {
      this.#attempts[kind] += 1;
      this.#drop(kind);
      this.#change(kind, { isOn: false, isStarting: false }, 'problem');
    }
  }

  close(): void {
    this.#isClosed = true;
    media()?.removeEventListener('devicechange', this.#relist);
    this.#drop('camera');
    this.#drop('microphone');
  }

  #change(kind: DeviceKind, changed: Partial<Device>, without?: 'problem' | 'deviceId' | 'facing'): void {
    const device = { ...this[kind].peek() };
    if (without) delete device[without];
    this[kind].value = { ...device, ...changed };
  }

  async #list(): Promise<void> {
    const [camera, microphone, all] = await Promise.all([
      listDevices('videoinput'),
      listDevices('audioinput'),
      media()?.enumerateDevices() ?? [],
    ]);
    const canChoose = 'setSinkId' in HTMLMediaElement.prototype;
    const speaker = all.filter(
      ({ kind, label, deviceId }) =>
        canChoose && kind === 'audiooutput' && label !== '' && deviceId !== 'default',
    );
    if (!this.#isClosed) this.lists.value = { camera, microphone, speaker };
  }

  #drop(kind: DeviceKind): void {
    const { track, ...rest } = this[kind].peek();
    if (track) stopCapture(new MediaStream([track]));
    if (kind === 'microphone') {
      void this.#mixer?.close();
      this.#mixer = undefined;
    }
    this[kind].value = rest;
  }

  async #start(kind: DeviceKind, wantedFacing?: string): Promise<void> {
    const attempt = ++this.#attempts[kind];
    const isStale = () => this.#isClosed || this.#attempts[kind] !== attempt;
    this.#change(kind, { isOn: true, isStarting: true }, 'problem');
    try {
      const stream = await capture(kind, this[kind].peek().deviceId, wantedFacing);
      const [firstTrack] = stream.getTracks();
      if (isStale() || !firstTrack) return stopCapture(stream);
      const { deviceId, facingMode: facing } = firstTrack.getSettings();
      const track = kind === 'camera' && this.isBlurred.peek() ? await this.#blurred(firstTrack) : firstTrack;
      if (isStale()) return track.stop();
      // Without a moment without a track, the next one replaces it on the same connection.
      batch(() => {
        this.#use(kind, track);
        if (kind !== 'camera') return;
        this.#cameraId = deviceId;
        this.#change(kind, facing ? { facing } : {}, 'facing');
      });
      this.#relist();
    } catch (error) {
      if (isStale()) return;
      this.#drop(kind);
      const problem = error instanceof CaptureProblem ? error.kind : 'failed';
      this.#change(kind, { isOn: false, isStarting: false, problem });
    }
  }

  #use(kind: DeviceKind, track: MediaStreamTrack): void {
    this.#drop(kind);
    // The user may have turned the device off during the prompt.
    const { isOn } = this[kind].peek();
    if (kind === 'camera' && !isOn) {
      track.stop();
      this.#change(kind, { isStarting: false });
      return;
    }
    track.enabled = isOn;
    if (kind === 'microphone') this.#mixer = mixSounds(new MediaStream([track.clone()]), undefined);
    track.addEventListener('ended', () => void this.#replace(kind, track));
    this.#change(kind, { isStarting: false, track });
  }

  async #blurred(camera: MediaStreamTrack): Promise<MediaStreamTrack> {
    const end = (reason: 'failed' | 'slow') => {
      this.isBlurred.value = false;
      this.#events.onBlurEnded(reason);
    };
    try {
      return await blurTrack(camera, () => {
        if (this.#isClosed || !this.isBlurred.peek()) return;
        end('slow');
        if (this.camera.peek().track) void this.#start('camera');
      });
    } catch {
      end('failed');
      return camera;
    }
  }

  async #replace(kind: DeviceKind, ended: MediaStreamTrack): Promise<void> {
    const { track: current, isOn } = this[kind].peek();
    if (current !== ended) return;
    this.#drop(kind);
    this.#change(kind, { isOn: false }, 'deviceId');
    await this.#list().catch(() => undefined);
    const hasOther = this.lists.peek()[kind].length > 0;
    if (hasOther && isOn) await this.#start(kind);
    const { track, problem } = this[kind].peek();
    if (track) this.#events.onSwitch(track.label);
    else if (isOn && (!hasOther || problem)) {
      this.#change(kind, { problem: 'unplugged' });
      this.#events.onLost(kind);
    }
  }
}

const idOf = (deviceId: string | undefined) => (deviceId ? { deviceId } : {});

async function capture(
  kind: DeviceKind,
  deviceId: string | undefined,
  facing?: string,
): Promise<MediaStream> {
  if (!media()) throw new CaptureProblem(kind, 'failed');
  const requestCapture = (id: string | undefined) =>
    kind === 'camera' ? captureCamera(id, 'full', facing) : captureMicrophone(id);
  try {
    return await requestCapture(deviceId);
  } catch (error) {
    const isDeviceMissing =
      error instanceof CaptureProblem && error.kind === 'missing' && deviceId !== undefined;
    if (isDeviceMissing) return requestCapture(undefined);
    throw error;
  }
}
