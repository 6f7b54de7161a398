import type { Settings } from '../settings.ts';
import type { Violations } from './violations.ts';

/** What the loader tells the doctor, once `init` was called. */
export interface DoctorInput {
  settings: Settings;
  isBrowserSupported: boolean;
  /** Whether it was called within a click. */
  isClick: boolean;
}

/** What each look begins with. */
export interface CheckContext extends DoctorInput {
  violations: Violations;
}
