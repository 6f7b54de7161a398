import { group } from '../check.ts';
import { data, done, holds, refused, same } from '../expect.ts';
import { profile } from '../resources.ts';

export const users = group('users', (check) => {
  check('USER-1 ORG-1', 'a profile has every field, and its org', async (t) => {
    const me = data(await t.owner.get('/me'), profile);
    same([me.unique_id, me.org_id, me.is_bot], [t.owner.uniqueId, t.credentials.org_id, false], 'who I am');
    same(data(await t.owner.get(`/${t.owner.id}`), profile), me, 'the profile under the own id');
  });

  check('USER-2', 'the profile of another user is 403', async (t) => {
    refused(await t.owner.get(`/${t.editor.id}`), 403);
    refused(await t.owner.post(`/${t.editor.id}`, { first_name: 'x' }), 403);
  });

  check('USER-3', 'a caller changes the own profile, and what is left out stays', async (t) => {
    const person = await t.people.newcomer();
    const before = data(await person.get('/me'), profile);
    done(await person.post('/me', { first_name: 'Zoë', timezone: 'Europe/Berlin' }));
    const after = data(await person.get('/me'), profile);
    same(
      { ...after, name: '', updated_time: 0 },
      { ...before, first_name: 'Zoë', timezone: 'Europe/Berlin', name: '', updated_time: 0 },
      'the profile with a new first name',
    );
    holds(after.name.includes('Zoë'), 'the name to follow the first name', after.name);
    holds(after.updated_time >= before.updated_time, 'a later updated_time', after.updated_time);
    refused(await person.post('/me', { language: 'en-US' }), 400, 'language');
    refused(await person.post('/me', { timezone: 'Mars/Olympus' }), 400, 'timezone');
  });
});
