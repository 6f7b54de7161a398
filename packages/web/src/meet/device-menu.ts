import type { MenuItem } from '../design/menu.tsx';
import { toastError } from '../design/toast.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { canBlur } from './blur/blur-track.ts';
import type { DeviceKind, Devices } from './devices.ts';
import { storePreferences } from './stored-preferences.ts';

export function deviceItems(devices: Devices, kind: DeviceKind): MenuItem[] {
  const lists = devices.lists.peek();
  const { deviceId = '' } = devices[kind].peek();
  const own = [
    { heading: text.ready[kind] },
    ...itemsOf(lists[kind], deviceId, (id) => void devices.choose(kind, id || undefined)),
  ];
  if (kind === 'camera') return [...own, ...blurItems(devices)];
  if (lists.speaker.length === 0) return own;
  return [
    ...own,
    { line: true },
    { heading: text.ready.speaker },
    ...itemsOf(lists.speaker, devices.speakerId.peek(), (id) => chooseSpeaker(devices, id)),
  ];
}

function blurItems(devices: Devices): MenuItem[] {
  const { track } = devices.camera.peek();
  const { backgroundBlur = [] } = (track?.getCapabilities?.() ?? {}) as { backgroundBlur?: boolean[] };
  if (!(backgroundBlur.includes(true) && backgroundBlur.includes(false))) {
    if (!canBlur()) return [];
    const isChecked = devices.isBlurred.peek();
    const item = { label: text.more.blur, kind: 'checkbox' as const, isChecked };
    return [{ line: true }, { ...item, act: () => void devices.blur(!isChecked) }];
  }
  if (!track) return [];
  const isOn = (track.getSettings() as { backgroundBlur?: boolean }).backgroundBlur === true;
  const act = () => {
    const constraints = { ...track.getConstraints(), backgroundBlur: { exact: !isOn } };
    track.applyConstraints(constraints as MediaTrackConstraints).catch(() => toastError(text.says.refused));
  };
  return [{ line: true }, { label: text.more.blur, kind: 'checkbox', isChecked: isOn, act }];
}

export function chooseSpeaker({ speakerId }: Devices, id: string): void {
  speakerId.value = id;
  storePreferences({ speakerId: id });
}

function itemsOf(list: readonly MediaDeviceInfo[], chosen: string, choose: (id: string) => void): MenuItem[] {
  const isListed = list.some(({ deviceId }) => deviceId === chosen);
  return [
    {
      label: text.ready.defaultDevice,
      isChecked: !isListed,
      kind: 'radio' as const,
      act: () => choose(''),
    },
    ...list.map(({ deviceId, label }) => ({
      label,
      isChecked: deviceId === chosen,
      kind: 'radio' as const,
      act: () => choose(deviceId),
    })),
  ];
}
