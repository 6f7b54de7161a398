import { BinderId, Milliseconds, NumericId, Text, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const ClientUuid = Text({
  minLength: 1,
  maxLength: 64,
  description: 'Chosen by the client. Each tab or device has its own.',
});

export const claimEditor = operation(tag, 'claimEditor', {
  summary: 'Claim the text of a note while you edit it, or renew the claim',
  description:
    'A claim lasts a minute. It shows others who edits, and refuses no change: send `base_file_id` with each change.',
  params: PageParams,
  body: Type.Object({
    client_uuid: ClientUuid,
    replaces: Type.Optional(
      Type.Boolean({ description: 'Replaces your own claim of another tab or device.' }),
    ),
  }),
  data: Type.Object({
    user: UserReference,
    is_mine: Type.Boolean({ description: 'Whether the claim is that of your `client_uuid`.' }),
    until_time: Milliseconds,
  }),
});

export const releaseEditor = operation(tag, 'releaseEditor', {
  summary: 'End your claim of a note',
  description: 'Does nothing if the claim has ended or is not yours.',
  params: PageParams,
  querystring: Type.Object({ client_uuid: ClientUuid }),
});
