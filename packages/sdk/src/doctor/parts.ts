import type { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Stage } from '../start.ts';
import type { Violations } from './violations.ts';

/** The SDK's state, passed to the doctor. */
export interface DoctorInput {
  /** Undefined before `init`. */
  settings: Settings | undefined;
  isBrowserSupported: boolean;
  /** Whether the doctor was called during a click. */
  isClick: boolean;
  modules: readonly OpenModule[];
}

/** A module that is shown or has failed. */
export interface OpenModule {
  call: string;
  stage: Stage;
  problem: ServiceError | undefined;
}

export interface CheckContext extends DoctorInput {
  settings: Settings;
  violations: Violations;
}
