import type { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Stage } from '../start.ts';
import type { Violations } from './violations.ts';

/** The loader's state after `init`. */
export interface DoctorInput {
  /** Undefined before `init`. */
  settings: Settings | undefined;
  isBrowserSupported: boolean;
  /** Whether it was called during a click. */
  isClick: boolean;
  modules: readonly OpenModule[];
}

/** A module that is shown or has failed. */
export interface OpenModule {
  call: string;
  stage: Stage;
  problem: ServiceError | undefined;
}

/** The input of each check. */
export interface CheckContext extends DoctorInput {
  settings: Settings;
  violations: Violations;
}
