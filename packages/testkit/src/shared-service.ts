import { startService } from './service.ts';

/**
 * One service per worker, for tests that do not move its clock, restart it or change its settings. Tests create
 * partners of their own, whose data others cannot see. The service ends with the worker's process.
 */
export const service = await startService();
