import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fitTiles } from './grid.ts';

test('[MEETVIEW-1] tiles of one to 25 people fill a window and a phone, none outside of it or of a shape that cuts faces off', () => {
  for (const [width, height] of [
    [1248, 640],
    [374, 640],
    [640, 300],
  ] as const)
    for (let count = 1; count <= 25; count++) {
      const grid = fitTiles(count, width, height);
      const across = grid.width * grid.columns + 8 * (grid.columns - 1);
      const down = grid.height * grid.rows + 8 * (grid.rows - 1);
      assert.ok(across <= width && down <= height, `${count} in ${width}×${height}: ${across}×${down}`);
      assert.ok(grid.columns * grid.rows >= count && grid.columns * (grid.rows - 1) < count);
      const shape = grid.width / grid.height;
      assert.ok(shape > 0.78 && shape < 1.8, `${count}: ${shape}`);
      const covered = (grid.width * grid.height * count) / (width * height);
      assert.ok(covered > 0.4, `${count} in ${width}×${height} cover ${covered}`);
    }
  assert.deepEqual(fitTiles(4, 1_008, 808), { columns: 2, rows: 2, width: 500, height: 400 });
  assert.deepEqual(fitTiles(2, 1_008, 400), { columns: 2, rows: 1, width: 500, height: 400 });
  assert.deepEqual(
    [1, 2, 4, 9, 25].map((count) => fitTiles(count, 1248, 640).columns),
    [1, 2, 2, 3, 5],
  );
  assert.deepEqual(
    [1, 2, 4, 6].map((count) => fitTiles(count, 374, 640).columns),
    [1, 1, 2, 2],
  );
});
