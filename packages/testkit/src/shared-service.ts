import { startService } from './service.ts';

/** A service for tests that do not move its clock, restart it or change its settings. */
export const service = await startService();
