import { BackgroundWork, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const params = Type.Object({ partner_id: PartnerId });

export const listBackgroundWork = operation(tag, 'listBackgroundWork', {
  summary: 'List the consumers of the logs and the periodic jobs of the environment',
  description:
    'Over all processes of the environment. Processes report every 10 seconds, and within a second of a failure and of a recovery.',
  params,
  data: Type.Object({ work: Type.Array(BackgroundWork) }),
});

export const retryBackgroundWork = operation(tag, 'retryBackgroundWork', {
  summary: 'Run a consumer or a periodic job now',
  description:
    'Wakes it in every process, and ends the waiting time after a failure. It runs behind the call: the list reports the result.',
  params: Type.Object({
    ...params.properties,
    name: Type.String({ pattern: '^[a-z_]{1,40}$', description: 'a name of the list' }),
  }),
});
