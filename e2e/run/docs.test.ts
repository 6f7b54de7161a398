import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { type Block, documents, isAnswer, QUICK_START, readBlocks, root } from './document.ts';
import { followDocuments } from './follow-documents.ts';
import { runBlocks } from './shell.ts';

const server = followDocuments(QUICK_START);

test('the README has command blocks, and every fence that asks to be run is found', () => {
  assert.ok(readBlocks('README.md').length > 0);
  for (const file of documents) {
    const fences = readFileSync(join(root, file), 'utf8').match(/^\s*```+.*\brun\b.*$/gm) ?? [];
    const blocks = readBlocks(file).filter(({ commands }) => !commands.startsWith('press '));
    assert.equal(fences.length, blocks.length, file);
  }
});

test('no line of a picture has a semicolon, which ends a statement of mermaid', () => {
  for (const file of documents) {
    const pictures = readFileSync(join(root, file), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm);
    for (const [picture] of pictures) assert.doesNotMatch(picture.replace(/#\d+;/g, ''), /;/, file);
  }
});

test('every other block of shell commands is one that nobody can run here', () => {
  const others = documents.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(({ 1: commands = '' }) => ({
      file,
      commands,
    }));
  });
  for (const { file, commands } of others)
    assert.match(
      commands,
      /npm |npx |apt-get |example\.com|ringbinder-conformance|DATABASE_URL|systemctl|pg_basebackup|openssl rand/,
      `${file}: ${commands}`,
    );
});

test('an answer that is not the one that is shown is noticed, and so is a call that is refused', async () => {
  assert.ok(isAnswer('{"a":…,"b":"(x)"}', '{"a":1,"b":"(x)"}'));
  assert.ok(!isAnswer('{"a":…}', '{"a":1} '));
  const block = (commands: string, answers: string[] = []): Block => ({
    file: 'a.md',
    line: 1,
    commands: `${commands}\n`,
    answers,
  });
  const bad = `curl -s ${server().origin}/v1/nothing -o /dev/null -w '%{http_code}'`;
  const output = await runBlocks([block(bad, ['400']), block('echo one; echo two', ['one'])], {});
  assert.deepEqual([output.code, output.differences.length], [0, 1]);
  assert.match(output.differences[0] ?? '', /nothing more[\s\S]*two/);
  assert.notEqual((await runBlocks([block(bad)], {})).code, 0);
});
