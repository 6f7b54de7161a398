import type { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Stage } from '../start.ts';
import type { Violations } from './violations.ts';

/** What the loader tells the doctor, once `init` was called. */
export interface DoctorInput {
  /** Undefined before `init`. */
  settings: Settings | undefined;
  isBrowserSupported: boolean;
  /** Whether it was called within a click. */
  isClick: boolean;
  /** What the page shows already. */
  modules: readonly ShownModule[];
}

/** A module that the page shows, or has tried to. */
export interface ShownModule {
  call: string;
  stage: Stage;
  problem: ServiceError | undefined;
}

/** What each look begins with. */
export interface CheckContext extends DoctorInput {
  settings: Settings;
  violations: Violations;
}
