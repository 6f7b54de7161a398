/** Entry point of `/sdk/service.mjs`. The script's address contains the server's origin. */
import { createService } from './service.ts';

export const Service = createService({ src: import.meta.url });
export default Service;
