/** The module as a server sends it, `/sdk/service.mjs`: it knows by itself where that server is. */
import { createService } from './service.ts';

export const Service = createService({ src: import.meta.url });
export default Service;
