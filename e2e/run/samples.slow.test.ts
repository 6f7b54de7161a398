import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import type { Block } from './document.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { runBlocks } from './shell.ts';

/* The samples run unmodified after the section “Get a token”. */

interface Operation {
  operationId: string;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

let directory: string;
let server: Ringbinder;
let samples: Map<string, string>;
let section: string[];
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startRingbinder(directory);
  const document = (await (await fetch(`${server.origin}/openapi.json`)).json()) as {
    info: { description: string };
    paths: Record<string, Record<string, Operation>>;
  };
  section = [...document.info.description.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  samples = new Map(
    Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap((operation) => {
        const sample = operation['x-codeSamples']?.find(({ label }) => label === 'curl');
        return sample ? [[operation.operationId, sample.source] as const] : [];
      }),
  );
});
afterAll(async () => {
  await server.stop();
  await killServers();
  await removeDirectories();
});

const PASTED = `
  getProfile updateProfile listContacts getPartner listOrgs createOrg getOrg updateOrg listOrgUsers
  createOrgUser getOrgUser updateOrgUser listOrgAudit listClients createClient updateClient
  trustOrgClient listBotApps createBotApp listOrgTokens listOrgSessions getOrgUsage
  listOrgBinders listBinders createBinder getBinder updateBinder removeUser inviteUsers changeMember createCategory
  postMessage listMessages postComment postDirectMessage getMessage editMessage markRead listReadMarks
  readFeed createPage createWebLink listFiles updatePage createPageComment listPageComments
  createViewLink putAnnotation listTransactions createTransaction getTransaction pressButton
  updateTransaction createTodo listTodos updateTodo searchBinder listOrgBots setOrgBot listDeliveries
  getDeliveryHealth getToken deleteTodo deletePage deleteMessage deleteTransaction deleteBinder
  revokeToken
`
  .trim()
  .split(/\s+/);

test('[OPS-16] samples for curl run as pasted after the section "Get a token"', async () => {
  assert.ok(section.length > 0);
  const block = (commands: string, line = 0): Block => ({ file: '/docs', line, commands, answers: [] });
  const pasted = PASTED.map((id, index) => {
    const source = samples.get(id);
    assert.ok(source, `${id} has a sample`);
    return block(`echo 'sample ${id}'\n${source}\n`, index);
  });
  const { code, output } = await runBlocks([...section.map((text) => block(text)), ...pasted], {
    DATA_DIR: directory,
    TMPDIR: await emptyDirectory(),
  });
  assert.equal(code, 0, output);
  const answered = output.split(/sample (?=\w+\n)/).slice(1);
  assert.equal(answered.length, PASTED.length);
  for (const text of answered) assert.match(text, /"code":"RESPONSE_SUCCESS"|"access_token"/);
});

test('[OPS-16] no sample has a made-up id, and each call that a terminal can make has one', () => {
  assert.ok(samples.size > 90, `${samples.size} samples`);
  for (const [id, source] of samples) assert.doesNotMatch(source, /["/=][POBUFC][0-9A-Za-z]{22}\b/, id);
});
