import { createZoneClock, type ZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { readerOfPage } from './reader.ts';

let timeZone: string | undefined = zoneOfPage();

function zoneOfPage(): string | undefined {
  const { timezone: name } = readerOfPage();
  if (!name) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export const readersZone: Intl.DateTimeFormatOptions = zoneOptions(timeZone);

export function readZone(): void {
  timeZone = zoneOfPage();
  Object.assign(readersZone, zoneOptions(timeZone));
  clock = createZoneClock(timeZone);
}

function zoneOptions(zone: string | undefined): Intl.DateTimeFormatOptions {
  return zone === undefined ? {} : { timeZone: zone };
}

export function readersZoneName(): string {
  return timeZone ?? new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

let clock = createZoneClock(timeZone);

export const toLocal: ZoneClock['toLocal'] = (at) => clock.toLocal(at);
export const fromLocal: ZoneClock['fromLocal'] = (local) => clock.fromLocal(local);
