import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { lacks, needs, nginx } from './test-capabilities.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rb-needs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function pretend(name: string, output: string, code = 0): void {
  writeFileSync(join(folder, name), `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${code}\n`);
  chmodSync(join(folder, name), 0o755);
}

const need = (program: string) =>
  needs.find(({ programs }) => programs.includes(program)) ?? assert.fail(program);
const lackingOf = (program: string) => lacks({ ...need(program), places: [], variable: undefined }, folder);

test('a program that is not there, and one that does not start, are named', () => {
  assert.deepEqual(lackingOf('redis-server'), ['not found']);
  pretend('redis-server', 'error while loading shared libraries', 127);
  assert.deepEqual(lackingOf('redis-server'), ['does not start']);
  pretend('redis-server', 'Redis server v=7.0.15');
  assert.deepEqual(lackingOf('redis-server'), []);
});

test('PHP without the extensions for XML and texts is not enough', () => {
  const modules = [
    'Core',
    'dom',
    'json',
    'libxml',
    'mbstring',
    'openssl',
    'session',
    'SimpleXML',
    'xml',
    'xmlwriter',
  ];
  pretend('php', modules.join('\n'));
  assert.deepEqual(lackingOf('php'), []);
  pretend('php', modules.filter((name) => !['mbstring', 'xml', 'dom'].includes(name)).join('\n'));
  assert.deepEqual(lackingOf('php'), ['the extension dom', 'the extension mbstring', 'the extension xml']);
});

test('ffmpeg without a codec, nginx without a module and Chromium that opens no page are not enough', () => {
  pretend('ffmpeg', ' V....D libvpx   libvpx VP8');
  const lacking = lackingOf('ffmpeg');
  assert.ok(!lacking.includes('libvpx'));
  for (const name of ['libopus', 'libx264', 'amix', 'concat']) assert.ok(lacking.includes(name), name);
  pretend('nginx', 'configure arguments: --with-http_ssl_module');
  assert.deepEqual(lacks(nginx, folder), ['--with-http_v2_module']);
  pretend('chromium', '');
  assert.deepEqual(lackingOf('chromium'), ['opens no page']);
  pretend('chromium', '<html><head></head></html>');
  assert.deepEqual(lackingOf('chromium'), []);
});
