/** The module served as `/sdk/service.mjs`. It derives the server's address from its own. */
import { createService } from './service.ts';

export const Service = createService({ src: import.meta.url });
export default Service;
