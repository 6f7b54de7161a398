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
    const kept = JSON.parse(localStorage.getItem(CHOICE) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Keeps a choice for the next time. Where the browser keeps nothing, it is asked anew. */
export function storePreferences(changed: StoredPreferences): void {
  try {
    localStorage.setItem(CHOICE, JSON.stringify({ ...storedPreferences(), ...changed }));
  } catch {
    // Private windows of some browsers refuse.
  }
}

/** What a tab needs to be back in a meet after it was loaded anew, without asking. */
export interface ResumeState {
  resume: string;
  hasCamera: boolean;
  hasMicrophone: boolean;
  guestToken?: string;
}

/** Reads where this tab was in a meet; undefined when it was not, or has left. */
export function storedResumeState(sessionKey: string): ResumeState | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(resumeKey(sessionKey)) ?? 'null');
    return typeof place?.resume === 'string' ? place : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the place of this tab in a meet; undefined forgets it. */
export function storeResumeState(sessionKey: string, place: ResumeState | undefined): void {
  try {
    if (place) sessionStorage.setItem(resumeKey(sessionKey), JSON.stringify(place));
    else sessionStorage.removeItem(resumeKey(sessionKey));
  } catch {
    // It is asked anew then.
  }
}
