import { storedValue, tabValue } from '../stored-value.ts';

export interface StoredPreferences {
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
  speakerId?: string | undefined;
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  isBlurred?: boolean;
  layout?: string;
  isSelfHidden?: boolean;
  name?: string;
}

const preferences = storedValue('ringbinder-meet');
const resumeStateOf = (sessionKey: string) => tabValue(`ringbinder-meet-${sessionKey}`);

export function storedPreferences(): StoredPreferences {
  const stored = preferences.read();
  return typeof stored === 'object' && stored !== null ? stored : {};
}

export function storePreferences(changed: StoredPreferences): void {
  preferences.write({ ...storedPreferences(), ...changed });
}

export interface ResumeState {
  resume: string;
  hasCamera: boolean;
  hasMicrophone: boolean;
  guestToken?: string;
}

export function storedResumeState(sessionKey: string): ResumeState | undefined {
  const place = resumeStateOf(sessionKey).read() as ResumeState | undefined;
  return typeof place?.resume === 'string' ? place : undefined;
}

export function storeResumeState(sessionKey: string, place: ResumeState | undefined): void {
  resumeStateOf(sessionKey).write(place);
}
