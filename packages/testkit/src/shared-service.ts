import { startService } from './service.ts';

/** For tests that do not move its clock, restart it or change its settings. */
export const service = await startService();
