import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import type { Categories, Category } from '../types.ts';

const test = checks('categories');

type Entry = { category: number; category_name: string; binder: { id: string } };
const NOTHING = 999_999_999;

const make = async (person: Person, name: string) =>
  data<Category>(await person.post('/me/categories', { name })).id;
const list = async (person: Person) => data<Categories>(await person.get('/me/categories')).categories;
async function assigned(person: Person): Promise<Record<string, string>> {
  const binders = listed<Entry>(await person.get('/me/binders'));
  return Object.fromEntries(
    binders.map(({ binder, category, category_name }) => [binder.id, `${category} ${category_name}`]),
  );
}

test('[CAT-1] [CAT-2] [HTTP-17] categories are made and listed with their count', async (t) => {
  const person = await t.people.newcomer();
  assert.deepEqual(data<Categories>(await person.get('/me/categories')), { count: 0, categories: [] });
  const ids = [await make(person, 'Work'), await make(person, 'Home 🏠')];
  const answer = await person.get('/me/categories');
  const providedCategories = data<Categories>(answer);
  assert.equal(providedCategories.count, 2);
  assert.deepEqual(
    new Map(providedCategories.categories.map(({ id, name }) => [id, name])),
    new Map([
      [ids[0], 'Work'],
      [ids[1], 'Home 🏠'],
    ]),
  );
  assert.deepEqual(data<Categories>(await person.get(`/${person.id}/categories`)), providedCategories);
  for (const name of [undefined, '', 7, 'x'.repeat(256)])
    refused(await person.post('/me/categories', { name }), 400, 'name');
});

test('[CAT-3] a category is renamed', async (t) => {
  const person = await t.people.newcomer();
  const id = await make(person, 'Old');
  done(await person.post('/me/categories/rename', { id, name: 'New' }));
  assert.deepEqual(await list(person), [{ id, name: 'New' }]);
  done(await person.post('/me/categories/rename', { id, name: 'New' }));
  refused(await person.post('/me/categories/rename', { id: NOTHING, name: 'x' }), 404);
  refused(await person.post('/me/categories/rename', { id }), 400, 'name');
  refused(await person.post('/me/categories/rename', { name: 'x' }), 400, 'id');
});

test('[CAT-4] a category is deleted, and its binders are then in none', async (t) => {
  const person = await t.people.newcomer();
  const fixture = await t.binder(person);
  const id = await make(person, 'Gone');
  done(await person.post(`/me/categories/${id}`, { binders: [{ binder: { id: fixture.id } }] }));
  assert.deepEqual(await assigned(person), { [fixture.id]: `${id} Gone` });
  done(await person.delete(`/me/categories/${id}`));
  assert.deepEqual([await list(person), await assigned(person)], [[], { [fixture.id]: '0 ' }]);
  refused(await person.delete(`/me/categories/${id}`), 404);
});

test('[CAT-9] binders are taken out of their categories, all or none', async (t) => {
  const person = await t.people.newcomer();
  const [binder, foreign] = [await t.binder(person), await t.binder(t.owner)];
  const work = await make(person, 'Work');
  const assign = (to: number, ...ids: string[]) =>
    person.post(`/me/categories/${to}`, { binders: ids.map((id) => ({ binder: { id } })) });
  done(await assign(work, binder.id));
  refused(await assign(0, binder.id, foreign.id), 403);
  assert.deepEqual(await assigned(person), { [binder.id]: `${work} Work` });
  for (let time = 0; time < 2; time++) done(await assign(0, binder.id));
  assert.deepEqual(await assigned(person), { [binder.id]: '0 ' });
  assert.deepEqual(await list(person), [{ id: work, name: 'Work' }]);
});

test('[CAT-5] [CAT-8] binders are assigned all or none, and assigning moves', async (t) => {
  const person = await t.people.newcomer();
  const [first, second] = [await t.binder(person), await t.binder(person)];
  const [work, home] = [await make(person, 'Work'), await make(person, 'Home')];
  const assign = (to: number, ...ids: string[]) =>
    person.post(`/me/categories/${to}`, { binders: ids.map((id) => ({ binder: { id } })) });
  done(await assign(work, first.id, second.id));
  assert.deepEqual(await assigned(person), { [first.id]: `${work} Work`, [second.id]: `${work} Work` });
  done(await assign(home, first.id));
  assert.deepEqual(await assigned(person), { [first.id]: `${home} Home`, [second.id]: `${work} Work` });
  const users = [{ user: { id: t.editor.id } }];
  done(await person.post(`${first.path}/inviteuser`, { users }));
  assert.equal((await assigned(t.editor))[first.id], '0 ', 'the grouping of another member');
  const foreign = await t.binder(t.owner);
  refused(await assign(home, second.id, foreign.id), 403);
  refused(await assign(home, second.id, `B${'0'.repeat(22)}`), 404);
  refused(await assign(NOTHING, second.id), 404);
  refused(await person.post(`/me/categories/${home}`, { binders: [] }), 400, 'binders');
  assert.deepEqual(await assigned(person), { [first.id]: `${home} Home`, [second.id]: `${work} Work` });
});

test('[CAT-6] [HTTP-17] categories are the caller’s own', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer()];
  const id = await make(one, 'Mine');
  refused(await two.get(`/${one.id}/categories`), 403);
  refused(await two.post(`/${one.id}/categories`, { name: 'x' }), 403);
  refused(await two.post(`/${one.id}/categories/rename`, { id, name: 'x' }), 403);
  refused(await two.delete(`/${one.id}/categories/${id}`), 403);
  refused(await two.delete(`/me/categories/${id}`), 404);
  const binder = await t.binder(two);
  refused(await two.post(`/me/categories/${id}`, { binders: [{ binder: { id: binder.id } }] }), 404);
  refused(await t.nobody.get('/me/categories'), 401);
  assert.deepEqual(await list(two), []);
  await make(two, 'Mine');
  assert.deepEqual(await list(one), [{ id, name: 'Mine' }]);
});

test('[CAT-7] a name that is taken is 409', async (t) => {
  const person = await t.people.newcomer();
  const [, other] = [await make(person, 'Taken'), await make(person, 'Free')];
  refused(await person.post('/me/categories', { name: 'Taken' }), 409);
  refused(await person.post('/me/categories/rename', { id: other, name: 'Taken' }), 409);
  assert.equal((await list(person)).length, 2);
});
