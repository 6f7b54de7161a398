import { computed, signal } from '@preact/signals';
import type { AppBoot } from '../boot.ts';
import { storedValue } from '../stored-value.ts';

const stored = storedValue('ringbinder-notifications');
/** On iOS, only installed apps have notifications. */
const isAble = typeof Notification !== 'undefined';

interface Settings {
  isOn: boolean;
  hasSound: boolean;
  isDecided: boolean;
}

const initial: Settings = { isOn: false, hasSound: false, isDecided: false };

export const settings = signal<Settings>({ ...initial, ...(stored.read() as Partial<Settings> | undefined) });
export const isAsking = signal(false);

function keep(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  stored.write(settings.value);
}

/** Resolves to true if notifications are now on. */
export async function setNotifications(isOn: boolean): Promise<boolean> {
  isAsking.value = false;
  const isGranted = isOn && isAble && (await Notification.requestPermission()) === 'granted';
  keep({ isOn: isGranted, isDecided: true });
  return isGranted;
}

type Owner = Pick<AppBoot, 'root' | 'user'>;

const storedPush = ({ root, user }: Owner) => storedValue(`ringbinder-push ${root} ${user.id}`);

export const hasPush = (owner: Owner): boolean => Boolean(storedPush(owner).read());

export function pushId(owner: Owner): number | undefined {
  const id = storedPush(owner).read();
  return typeof id === 'number' ? id : undefined;
}

/** @param id a subscription's id, or undefined to end pushes */
export function setPush(owner: Owner, id: number | undefined): void {
  storedPush(owner).write(id);
  if (id !== undefined) keep({ isDecided: true });
}

export function setSound(hasSound: boolean): void {
  keep({ hasSound });
}

export const areNotificationsOn = computed(
  () => settings.value.isOn && isAble && Notification.permission === 'granted',
);
