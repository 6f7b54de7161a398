import { startService } from './service.ts';

/**
 * The service of this worker, for every test that neither moves its clock, restarts it nor changes its settings. Tests
 * create partners of their own, whose data others cannot see. It ends with the worker's process.
 */
export const service = await startService();
