/**
 * Runs parse-server on PostgreSQL. Responds to the first message with its port, a session token and the
 * rooms. Exits with its parent.
 */
import { createServer } from 'node:http';
import express from 'express';
import { ParseServer } from 'parse-server';

const APP_ID = 'measured';
const MASTER_KEY = 'not a secret: it serves one run on the loopback interface';

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.once('message', async ({ connection, rooms: count, listed }) => {
  const app = express();
  const server = createServer(app);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const serverURL = `http://127.0.0.1:${port}/parse`;
  const { host, user, database, max } = connection;
  const parse = new ParseServer({
    appId: APP_ID,
    masterKey: MASTER_KEY,
    serverURL,
    databaseURI: `postgres://${user}@localhost/${database}`,
    databaseOptions: { host, user, database, poolSize: max, max },
    allowClientClassCreation: false,
    logLevel: 'error',
    silent: true,
    verbose: false,
    logsFolder: null,
    mailAdapter: undefined,
  });
  await parse.start();
  app.use('/parse', parse.app);

  const call = async (method, path, body, master = true) => {
    const answer = await fetch(`${serverURL}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-parse-application-id': APP_ID,
        ...(master ? { 'x-parse-master-key': MASTER_KEY } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const signedIn = { requiresAuthentication: true };
  await call('POST', '/schemas/Room', {
    className: 'Room',
    fields: { name: { type: 'String' } },
    classLevelPermissions: {
      find: signedIn,
      get: signedIn,
      create: signedIn,
      update: signedIn,
      count: {},
      delete: {},
      addField: {},
    },
  });
  await call('POST', '/schemas/Message', {
    className: 'Message',
    fields: {
      room: { type: 'Pointer', targetClass: 'Room' },
      text: { type: 'String' },
      author: { type: 'Pointer', targetClass: '_User' },
    },
    indexes: { by_room: { room: 1, createdAt: -1 } },
    classLevelPermissions: {
      find: signedIn,
      get: signedIn,
      create: signedIn,
      update: {},
      count: {},
      delete: {},
      addField: {},
    },
  });
  const person = await call(
    'POST',
    '/users',
    { username: 'measured', password: 'measured-4711-long' },
    false,
  );
  const rooms = [];
  for (let index = 0; index < count; index++)
    rooms.push((await call('POST', '/classes/Room', { name: 'Measured' })).objectId);
  const author = { __type: 'Pointer', className: '_User', objectId: person.objectId };
  for (let createdCount = 0; createdCount < listed; createdCount += 20) {
    const texts = Array.from(
      { length: Math.min(20, listed - createdCount) },
      (_, index) => `Message ${createdCount + index} of many, of an ordinary length, as people write them.`,
    );
    const room = { __type: 'Pointer', className: 'Room', objectId: rooms[0] };
    await Promise.all(texts.map((text) => call('POST', '/classes/Message', { room, text, author })));
  }
  process.send({ port, appId: APP_ID, session: person.sessionToken, userId: person.objectId, rooms });
});
