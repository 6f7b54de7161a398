import { computed, signal } from '@preact/signals';
import { storedValue } from '../stored-value.ts';

const stored = storedValue('ringbinder-notifications');
/** Whether this browser has notifications. Phones have them only in installed apps. */
const isAble = typeof Notification !== 'undefined';

interface Settings {
  isOn: boolean;
  hasSound: boolean;
  /** Whether the user has answered the prompt. */
  isDecided: boolean;
  /** Whether pushes come to this browser. They replace the notifications of tabs. */
  hasPush: boolean;
}

const initial: Settings = { isOn: false, hasSound: false, isDecided: false, hasPush: false };

export const settings = signal<Settings>({ ...initial, ...(stored.read() as Partial<Settings> | undefined) });
/** Whether to prompt: a message arrived while the tab was hidden, and the user has not decided. */
export const isAsking = signal(false);

function keep(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  stored.write(settings.value);
}

/** Turns notifications on (with the browser's prompt) or off. Returns whether they are on. */
export async function setNotifications(isOn: boolean): Promise<boolean> {
  isAsking.value = false;
  const isGranted = isOn && isAble && (await Notification.requestPermission()) === 'granted';
  keep({ isOn: isGranted, isDecided: true });
  return isGranted;
}

export function setPush(hasPush: boolean): void {
  keep(hasPush ? { hasPush, isDecided: true } : { hasPush });
}

export function setSound(hasSound: boolean): void {
  keep({ hasSound });
}

export const areNotificationsOn = computed(
  () => settings.value.isOn && isAble && Notification.permission === 'granted',
);
