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

const CHOICE = 'ringbinder-meet';
const resumeKey = (sessionKey: string) => `ringbinder-meet-${sessionKey}`;

export function storedPreferences(): StoredPreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(CHOICE) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Stores a preference. Without storage, the user is asked each time. */
export function storePreferences(changed: StoredPreferences): void {
  try {
    localStorage.setItem(CHOICE, JSON.stringify({ ...storedPreferences(), ...changed }));
  } catch {
    // Private windows of some browsers reject storage.
  }
}

export interface ResumeState {
  resume: string;
  hasCamera: boolean;
  hasMicrophone: boolean;
  guestToken?: string;
}

/** The tab's stored place in a meet; undefined if there is none or the user has left. */
export function storedResumeState(sessionKey: string): ResumeState | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(resumeKey(sessionKey)) ?? 'null');
    return typeof place?.resume === 'string' ? place : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the tab's place in a meet; undefined removes it. */
export function storeResumeState(sessionKey: string, place: ResumeState | undefined): void {
  try {
    if (place) sessionStorage.setItem(resumeKey(sessionKey), JSON.stringify(place));
    else sessionStorage.removeItem(resumeKey(sessionKey));
  } catch {
    // The user is asked again.
  }
}
