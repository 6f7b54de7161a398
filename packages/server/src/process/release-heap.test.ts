import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'vitest';

const run = promisify(execFile);

const SOURCE = new URL('./release-heap.ts', import.meta.url).href;
const MEGABYTES = 1024 ** 2;

async function measure(code: string): Promise<number[]> {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { releaseHeapWhenIdle } from ${JSON.stringify(SOURCE)};
    const committed = () => { const { heapTotal, external } = process.memoryUsage(); return heapTotal + external; };
    let held = [];
    const fill = () => { held = Array.from({ length: 200_000 }, (_, n) => ({ n, text: Array.from({ length: 100 }, () => n) })); held = []; };
    releaseHeapWhenIdle({ afterMs: 10, everyMs: 200 });
    await sleep(300);
    ${code}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as number[];
}

test('[OPS-47] an idle process releases the memory that a load has left', async () => {
  const [before, loaded, idle] = await measure(`
    const before = committed();
    fill();
    const loaded = committed();
    for (let n = 0; committed() > loaded / 2 && n < 100; n++) await sleep(100);
    console.log(JSON.stringify([before, loaded, committed()]));`);
  assert.ok(before !== undefined && loaded !== undefined && idle !== undefined);
  assert.ok(loaded > before + 100 * MEGABYTES, `${loaded} bytes after the load, ${before} before`);
  assert.ok(idle < before + 32 * MEGABYTES, `${idle} bytes while idle, ${before} before the load`);
});

test('[OPS-47] a busy process collects no garbage for it', async () => {
  const [before, after] = await measure(`
    const before = committed();
    fill();
    const end = performance.now() + 1_500;
    while (performance.now() < end) {
      const until = performance.now() + 50;
      while (performance.now() < until);
      await sleep(10);
    }
    console.log(JSON.stringify([before, committed()]));`);
  assert.ok(before !== undefined && after !== undefined);
  assert.ok(after > before + 100 * MEGABYTES, `${after} bytes, ${before} before the load`);
});
