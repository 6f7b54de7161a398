import assert from 'node:assert/strict';
import { makeImage } from '@ringbinder/page-renderer/testing';
import {
  type Actors,
  type ActorTable,
  createActors,
  expectRefusal,
  fileForm,
  outsiders,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';
import { updatePictureOrigins } from './index.ts';

let actors: Actors;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  actors = await createActors(service);
  jpeg = new Uint8Array(await makeImage({ format: 'jpeg', width: 800, height: 400 }));
});

const upload = (token: string, body = fileForm(jpeg, 'me.jpg')) =>
  service.call('POST', '/me/picture', { token, body });
const pictureOf = async (token: string): Promise<string> =>
  (await service.call('GET', '/me', { token })).body.data.picture_uri;

const everybody: ActorTable = {
  ...outsiders,
  owner: 200,
  editor: 200,
  viewer: 200,
  bot: 200,
  reader: 403,
  sameOrg: 200,
  otherOrg: 200,
  otherPartner: 200,
};

test('[USER-5] everybody with a token that writes has a picture, and nobody gives one to another', async () => {
  // An upload changes the user, but `changes` concerns only the binder.
  await actors.check({
    expected: everybody,
    changes: false,
    call: ({ call }) => call('POST', '/me/picture', { body: fileForm(jpeg, 'me.jpg') }),
  });
  await actors.check({
    expected: { ...everybody, reader: 200 },
    changes: false,
    call: ({ call }) => call('GET', '/me/picture'),
  });
  const { id } = actors.users.owner;
  const ofOwner = { ...outsiders, owner: 200, editor: 403, viewer: 403, bot: 403, reader: 403 };
  await actors.check({
    expected: ofOwner,
    changes: false,
    call: ({ call }) => call('POST', `/${id}/picture`, { body: fileForm(jpeg, 'me.jpg') }),
  });
  await actors.check({
    expected: { ...ofOwner, reader: 200 },
    changes: false,
    call: ({ call }) => call('GET', `/${id}/picture`),
  });
});

test('[USER-5] the picture is the picture_uri of the user, drawn anew, and loads without a token', async () => {
  const user = await service.make.user();
  const { body } = await upload(user.token);
  const { picture_uri: uri } = body.data;
  assert.equal(await pictureOf(user.token), uri);
  assert.ok(uri.startsWith(`${service.origin}/pictures/production/${user.id}/`), uri);
  const binderId = await service.make.binder(user);
  const { users } = (await service.call('GET', `/${binderId}`, { token: user.token })).body.data;
  assert.equal(users[0].user.picture_uri, uri);
  const image = await fetch(uri);
  assert.equal(image.status, 200);
  const bytes = Buffer.from(await image.arrayBuffer());
  const { format, width, height, exif } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height, exif], ['webp', 320, 160, undefined]);
  assert.equal(image.headers.get('x-content-type-options'), 'nosniff');
  const own = await service.call('GET', '/me/picture', { token: user.token });
  assert.deepEqual(own.bytes, bytes);
});

test('[USER-5] another picture has another address, and the old one ends; so does taking it away', async () => {
  const { token, id } = await service.make.user();
  const first = (await upload(token)).body.data.picture_uri;
  const second = (await upload(token)).body.data.picture_uri;
  assert.notEqual(first, second);
  assert.deepEqual([(await fetch(first)).status, (await fetch(second)).status], [404, 200]);
  const guessed = second.replace(/.{22}$/, '0'.repeat(22));
  assert.equal((await fetch(guessed)).status, 404);
  assert.equal((await service.call('DELETE', '/me/picture', { token })).status, 200);
  assert.equal(await pictureOf(token), '');
  assert.equal((await fetch(second)).status, 404);
  assert.equal((await service.call('DELETE', '/me/picture', { token })).status, 404);
  assert.equal((await service.call('GET', '/me/picture', { token })).status, 404);
  assert.equal((await service.call('GET', `/${id}/picture`, { token })).status, 404);
});

test('[USER-5] an address of a picture that is given later takes its place', async () => {
  const { token } = await service.make.user();
  const uri = (await upload(token)).body.data.picture_uri;
  const elsewhere = 'https://pictures.example/me.png';
  await service.call('POST', '/me', { token, json: { picture_uri: elsewhere } });
  assert.equal(await pictureOf(token), elsewhere);
  assert.equal((await fetch(uri)).status, 404);
  await updatePictureOrigins(service.env);
  assert.equal(await pictureOf(token), elsewhere);
  const [{ left } = { left: 0 }] = await service.env.db.query<{ left: number }>(
    `SELECT count(*) AS left FROM users WHERE picture_sha256 IS NOT NULL AND picture_url = $1`,
    [elsewhere],
  );
  assert.equal(left, 0);
});

test('[USER-5] a changed PUBLIC_URL is followed, and bytes that are shown stay', async () => {
  const { token, id } = await service.make.user();
  const uri = (await upload(token)).body.data.picture_uri;
  await service.env.db.query('UPDATE users SET picture_url = replace(picture_url, $2, $3) WHERE id = $1', [
    id,
    service.origin,
    'https://old.example',
  ]);
  await updatePictureOrigins(service.env);
  await collectGarbage(service.env, 0);
  assert.equal(await pictureOf(token), uri);
  assert.equal((await fetch(uri)).status, 200);
});

test('[USER-5] what is no picture is refused', async () => {
  const { token } = await service.make.user();
  expectRefusal(await upload(token, fileForm('text', 'me.jpg')), 400, 'file');
  expectRefusal(await upload(token, new FormData()), 400, 'file');
  expectRefusal(await upload(token, fileForm(jpeg.slice(0, 100), 'cut.jpg')), 400, 'file');
  assert.equal(await pictureOf(token), '');
});
