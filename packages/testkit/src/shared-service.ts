import { startService } from './service.ts';

/**
 * For tests that do not move its clock, restart it or change its settings. Tests create partners, whose data
 * others cannot see.
 */
export const service = await startService();
