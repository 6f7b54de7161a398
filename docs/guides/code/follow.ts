/** Follows a binder: prints what happens, and answers a question. */
import { createClient, realtime } from '@ringbinder/client';

const { API = '', BEN = '', BINDER = '' } = process.env;
const channel = realtime(createClient({ baseUrl: API, token: BEN }));
const replica = channel.subscribe(BINDER);

replica.onChange((change) => {
  if (change.type === 'snapshot') console.log('the binder', replica.state?.binder.name);
  if (change.type !== 'entries') return;
  const last = replica.state?.messages.at(-1);
  for (const { kind, actor } of change.entries) console.log(actor.name, kind, last?.text);
  if (last?.text === 'Who is there?') replica.send('I am');
  if (last?.text === 'I am') void channel.close();
});
