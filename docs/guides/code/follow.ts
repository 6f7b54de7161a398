/** Follows a binder: says what is posted, and answers. Ends after a while of silence. */
import { createClient, realtime } from '@ringbinder/client';

const { API = '', BEN = '', BINDER = '' } = process.env;
const channel = realtime(createClient({ baseUrl: API, token: BEN }));
const replica = channel.subscribe(BINDER);

replica.onChange((change) => {
  if (change.type === 'snapshot') console.log('the binder', replica.state?.binder.name);
  if (change.type !== 'entries') return;
  for (const { kind, actor, body } of change.entries) console.log(actor.name, kind, body.text);
  if (change.entries.some(({ body }) => body.text === 'Who is there?')) replica.send('I am');
  if (replica.pending.length === 0 && replica.state?.messages.at(-1)?.text === 'I am') void channel.close();
});
