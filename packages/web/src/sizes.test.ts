import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { embedScriptsOf, pageScriptsOf } from '../../server/src/features/web/manifest.ts';

const root = new URL('../../../', import.meta.url);
const dist = new URL('../dist/', import.meta.url);

type Size = { name: string; passed: boolean; size: number; sizeLimit: number };
const json = execFileSync('node_modules/.bin/size-limit', ['--json'], { cwd: root, encoding: 'utf8' });
const sizes = new Map((JSON.parse(json) as Size[]).map((each) => [each.name, each]));

/** In bytes. A smaller result means that the measurement failed. */
const LEAST = 2_000;

const cases = [
  ['[SDK-23] the script of the loader is below 10 kB', 10_000, 'service.js'],
  ['[SDK-23] the module of the loader is below 10 kB', 10_000, 'service.mjs'],
  ['[SDK-30] [CHAT-18] embedded Chat is below 60 kB', 60_000, 'embedded chat'],
  ['[SDK-30] embedded Timeline is below 40 kB', 40_000, 'embedded timeline'],
  ['[SDK-30] embedded Home is below 50 kB', 50_000, 'embedded home'],
  ['[SDK-30] [DRAW-13] embedded Draw is below 80 kB', 80_000, 'embedded draw'],
  ['[SDK-30] [CLIP-15] embedded Clip is below 50 kB', 50_000, 'embedded clip'],
  ['[MEETVIEW-3] embedded Meet is below 160 kB', 160_000, 'embedded meet'],
  ['[MEETVIEW-3] the meet of a guest is below 160 kB', 160_000, 'meet of a guest'],
  ['[APP-9] the scripts loaded before Timeline is drawn are below 40 kB', 40_000, 'app'],
  ['[VIEW-13] the scripts loaded before the viewer is drawn are below 75 kB', 75_000, 'viewer'],
] as const;

for (const [title, limit, name] of cases)
  test(title, () => {
    const { passed, size = 0, sizeLimit } = sizes.get(name) ?? {};
    assert.equal(sizeLimit, limit);
    assert.ok(passed && size > LEAST, `${size} bytes`);
  });

test('[MEET-10] Meet loads LiveKit’s client only when a meet needs it', () => {
  // A protocol name of LiveKit, which minification preserves.
  const hasLivekit = (path: string) =>
    readFileSync(new URL(path, dist), 'utf8').includes('livekit.JoinResponse');
  for (const [{ script, preloads }, built] of [
    [embedScriptsOf('meet'), 'assets/meet/*.js'],
    [pageScriptsOf('meet'), 'assets/*.js'],
  ] as const) {
    assert.deepEqual(
      [script, ...preloads].filter((path) => hasLivekit(`.${path}`)),
      [],
    );
    assert.ok(globSync(built, { cwd: dist }).some(hasLivekit));
  }
});
