import { createService } from './service.ts';

export type * from './element-types.ts';
export { ServiceError } from './errors.ts';
export { createService, type ScriptTag } from './service.ts';
export type * from './types.ts';

export const Service = createService({
  loadDoctor: () => import('./doctor/diagnose.ts'),
  loadSignIn: () => import('./sign-in/sign-in.ts'),
});
