import { createClient, unwrap } from '@ringbinder/client';
import type { PlaygroundBoot } from '../boot.ts';
import { playground as words } from '../strings/en/playground.ts';

export async function makeSampleRequest(
  { base }: PlaygroundBoot,
  token: string,
  binderId: string,
): Promise<string> {
  const { api } = createClient({ baseUrl: `${location.origin}${base}/`, token });
  const { title, content, approve, reject } = words.request;
  const { id: user_id } = await unwrap(api.GET('/me'));
  const actions = [
    { id: 'approve', text: approve },
    { id: 'reject', text: reject, outcome: 'rejected' as const },
  ];
  const { transaction_id, steps } = await unwrap(
    api.POST('/{binder_id}/transactions', {
      params: { path: { binder_id: binderId } },
      body: { title, content, steps: [{ assignee: { user_id }, actions }] },
    }),
  );
  const link = await unwrap(
    api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}/link', {
      params: { path: { binder_id: binderId, transaction_id, step_id: steps[0]?.id ?? 0 } },
      body: { expires_in: 3600 },
    }),
  );
  return link.token ?? '';
}
