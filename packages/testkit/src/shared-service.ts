import { startService } from './service.ts';

export const service = await startService();
