import assert from 'node:assert/strict';
import { effect } from '@preact/signals';
import { test, vi } from 'vitest';
import { openDevices } from './devices.ts';

class FakeTrack extends EventTarget {
  readonly kind = 'video';
  enabled = true;
  readyState = 'live';
  readonly settings: object;
  constructor(settings: object) {
    super();
    this.settings = settings;
  }
  getSettings() {
    return this.settings;
  }
  stop() {
    this.readyState = 'ended';
  }
}
class FakeStream {
  readonly tracks: FakeTrack[];
  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks;
  }
  getTracks() {
    return this.tracks;
  }
}

interface Asked {
  video: { facingMode?: { exact: string }; deviceId?: { exact: string } };
}

test('[MEETVIEW-14] switching to the back camera never leaves the participant without a video track', async () => {
  const open: FakeTrack[] = [];
  const mediaDevices = Object.assign(new EventTarget(), {
    async enumerateDevices() {
      const camera = { kind: 'videoinput', groupId: '' };
      return [
        { ...camera, deviceId: 'front', label: 'Front' },
        { ...camera, deviceId: 'back', label: 'Back' },
      ];
    },
    async getUserMedia({ video }: Asked) {
      // A phone opens one camera at a time.
      if (open.some(({ readyState }) => readyState === 'live'))
        throw new DOMException('', 'NotReadableError');
      const isBack = (video.facingMode?.exact ?? video.deviceId?.exact) !== undefined;
      const settings = isBack
        ? { deviceId: 'back', facingMode: 'environment' }
        : { deviceId: 'front', facingMode: 'user' };
      open.push(new FakeTrack(settings));
      return new FakeStream(open.slice(-1));
    },
  });
  vi.stubGlobal('navigator', { mediaDevices, permissions: {} });
  vi.stubGlobal('HTMLMediaElement', class {});
  vi.stubGlobal('MediaStream', FakeStream);
  try {
    const fail = () => assert.fail();
    const devices = openDevices({ onSwitch: fail, onLost: fail, onBlurEnded: fail });
    await devices.turn('camera', true);
    await vi.waitFor(() => assert.equal(devices.lists.value.camera.length, 2));
    const tracks: unknown[] = [];
    effect(() => {
      tracks.push(devices.camera.value.track);
    });
    await devices.switchCamera();
    assert.deepEqual([...new Set(tracks)], open);
    const { isOn, facing, deviceId } = devices.camera.value;
    assert.deepEqual({ isOn, facing, deviceId }, { isOn: true, facing: 'environment', deviceId: 'back' });
    devices.close();
  } finally {
    vi.unstubAllGlobals();
  }
});
