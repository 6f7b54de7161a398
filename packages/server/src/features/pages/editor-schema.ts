import { BinderId, Milliseconds, NumericId, Text, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const ClientUuid = Text({
  minLength: 1,
  maxLength: 64,
  description: 'An id that the client chooses. Each tab or device uses another one.',
});

export const claimEditor = operation(tag, 'claimEditor', {
  summary: 'Claim the text of a note while you edit it, or renew the claim',
  description:
    'A claim lasts a minute. It shows other people who is editing, but blocks no change: to avoid conflicts, send `base_file_id` with each change.',
  params: PageParams,
  body: Type.Object({
    client_uuid: ClientUuid,
    replaces: Type.Optional(
      Type.Boolean({
        description: 'If true, replaces a claim that you made in another tab or on another device.',
      }),
    ),
  }),
  data: Type.Object({
    user: UserReference,
    is_mine: Type.Boolean({ description: 'Whether your `client_uuid` made the claim.' }),
    until_time: Milliseconds,
  }),
});

export const releaseEditor = operation(tag, 'releaseEditor', {
  summary: 'End your claim of a note',
  description: 'Does nothing if the claim has ended or is not yours.',
  params: PageParams,
  querystring: Type.Object({ client_uuid: ClientUuid }),
});
