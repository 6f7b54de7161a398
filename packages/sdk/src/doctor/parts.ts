import type { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Stage } from '../start.ts';
import type { Violations } from './violations.ts';

export interface DoctorInput {
  settings: Settings | undefined;
  isBrowserSupported: boolean;
  isClick: boolean;
  modules: readonly OpenModule[];
}

export interface OpenModule {
  call: string;
  stage: Stage;
  problem: ServiceError | undefined;
}

export interface CheckContext extends DoctorInput {
  settings: Settings;
  violations: Violations;
}
