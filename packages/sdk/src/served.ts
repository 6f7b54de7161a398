import { createService } from './service.ts';

export const Service = createService({ src: import.meta.url });
export default Service;
