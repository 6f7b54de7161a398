import { BackgroundWork, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const params = Type.Object({ partner_id: PartnerId });

export const listBackgroundWork = operation(tag, 'listBackgroundWork', {
  summary: 'List the consumers of the logs and the periodic jobs of the environment',
  description:
    'Allowed for admins of the partner. The list combines the reports of all processes of the environment. Each process reports every 10 seconds, and within a second after a failure or a recovery.',
  params,
  data: Type.Object({ work: Type.Array(BackgroundWork) }),
});

export const retryBackgroundWork = operation(tag, 'retryBackgroundWork', {
  summary: 'Run a consumer or a periodic job now',
  description:
    'Allowed for admins of the partner. Starts the consumer or job in every process, even if it is waiting after a failure. The call does not wait for the result, which `listBackgroundWork` reports. 404: no work has this name.',
  params: Type.Object({
    ...params.properties,
    name: Type.String({
      pattern: '^[a-z_]{1,40}$',
      description: 'A `name` from the list of background work.',
    }),
  }),
});
