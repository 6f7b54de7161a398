import assert from 'node:assert/strict';
import { test } from 'vitest';
import { planTiles, tileAddress } from './tile-plan.ts';

const A4 = { type: 'PAGE_TYPE_PDF', width: 595, height: 842 } as const;
const all = { left: 0, top: 0, right: 595, bottom: 842 };

test('[VIEW-2] a page that level 0 shows sharply needs no tiles; a larger one those in sight', () => {
  assert.deepEqual(planTiles(A4, 1.2, all), { level: 0, tiles: [] });
  const twice = planTiles(A4, 2.4, all);
  assert.deepEqual([twice.level, twice.tiles.length], [1, 4]);
  const corner = planTiles(A4, 20, { left: 560, top: 800, right: 900, bottom: 900 });
  assert.equal(corner.level, 4);
  assert.ok(corner.tiles.length <= 6, 'what is not seen is not asked for');
  const right = Math.max(...corner.tiles.map(({ left, width }) => left + width));
  assert.equal(Math.round(right), 100);
  assert.equal(planTiles(A4, 1_000, all).level, 5, 'there is no level above the last');
});

test('[VIEW-2] a picture has no more than its own pixels', () => {
  const picture = { type: 'PAGE_TYPE_IMAGE', width: 800, height: 600 } as const;
  assert.deepEqual(planTiles(picture, 8, { left: 0, top: 0, right: 800, bottom: 600 }).tiles, []);
});

test('[VIEW-2] the address of a tile names what it shows, and keeps the signature', () => {
  const link = '/board/production/B1/7/background?v=9&expires=1&signature=s-_';
  assert.equal(
    tileAddress(link, '2/0/1', 'F123'),
    '/board/production/B1/7/tiles/2/0/1?v=F123&expires=1&signature=s-_',
  );
});
