import { startService } from './service.ts';

/**
 * For tests that do not move its clock, restart it or change its settings. Tests create partners, whose data others
 * cannot see. It ends with the worker.
 */
export const service = await startService();
