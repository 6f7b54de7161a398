import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { MediaBusy, type MediaEngine, MediaTimeout, MediaUnreadable } from './index.ts';
import { isRunning, untilExited, withEngine } from './testing/engine-watch.ts';
import {
  createUploadFolder,
  makeFormBombPdf,
  makePdf,
  makeSlowPdf,
  type UploadFolder,
} from './testing/fixtures.ts';

let uploads: UploadFolder;
let plain: string;
let slow: string;

beforeAll(async () => {
  uploads = await createUploadFolder();
  plain = await uploads.put(makePdf({ pages: 3 }));
  slow = await uploads.put(makeSlowPdf());
});
afterAll(() => uploads.remove());

const box = { mimeType: 'application/pdf', index: 0, maxWidth: 300, maxHeight: 300, format: 'webp' } as const;

const inspect = (engine: MediaEngine, path: string) => engine.inspect(path, { fileName: 'a.pdf' });

test('no worker is started before the first job, and an idle one is ended', async () => {
  await withEngine({ idleMs: 100 }, async (engine, workers) => {
    assert.equal(workers.length, 0);
    await inspect(engine, plain);
    await engine.render(plain, box);
    assert.equal(workers.length, 1);
    await untilExited(workers[0]);
    await engine.render(plain, box);
    assert.equal(workers.length, 2);
  });
});

test('[FILE-21] a job that takes too long is ended with its worker, and those behind it are done', async () => {
  await withEngine({ workers: 1, timeoutMs: 5_000 }, async (engine, workers, warnings) => {
    const endless = engine.render(slow, box);
    const behind = [engine.render(plain, box), inspect(engine, plain)];
    await assert.rejects(endless, MediaTimeout);
    await untilExited(workers[0]);
    assert.equal((await Promise.all(behind)).length, 2);
    assert.equal(workers.length, 2);
    assert.deepEqual(
      warnings.map(({ outcome }) => outcome),
      ['timeout'],
    );
  });
});

test('[FILE-21] a slow job does not hold up the others', async () => {
  await withEngine({ workers: 2 }, async (engine) => {
    const endless = engine.render(slow, box).then(
      () => 'drawn',
      () => 'ended',
    );
    const others = await Promise.all([
      inspect(engine, plain),
      engine.render(plain, box),
      inspect(engine, plain),
    ]);
    assert.equal(others.length, 3);
    assert.equal(await Promise.race([endless, 'still drawing']), 'still drawing');
  });
});

test('a file that takes too long to inspect is refused', async () => {
  await withEngine({ workers: 1, timeoutMs: 30 }, async (engine) => {
    const expected = { ok: false, reason: 'the file takes too long to read', kind: 'too_slow' };
    assert.deepEqual(await inspect(engine, await uploads.put(makeFormBombPdf())), expected);
  });
});

test('[PAGE-50] a file whose worker had little of the processor is not at fault: the engine is busy', async () => {
  await withEngine({ workers: 1, timeoutMs: 30, processorTime: () => 0 }, async (engine) => {
    await assert.rejects(inspect(engine, await uploads.put(makeFormBombPdf())), MediaBusy);
  });
});

test('[FILE-21] a worker that dies takes its job with it and no other', async () => {
  await withEngine({ workers: 1 }, async (engine, workers, warnings) => {
    await inspect(engine, plain);
    const victim = engine.render(slow, box);
    const behind = engine.render(plain, box);
    process.kill(Number(workers[0]), 'SIGSEGV');
    await assert.rejects(victim, MediaUnreadable);
    assert.equal((await behind).mimeType, 'image/webp');
    assert.equal(workers.length, 2);
    assert.deepEqual(
      warnings.map(({ op, outcome }) => [op, outcome]),
      [['render', 'crashed']],
    );
  });
});

test('[FILE-29] a job whose worker the system killed is done by another one; when that is killed too, the engine is busy', async () => {
  await withEngine({ workers: 1 }, async (engine, workers) => {
    await inspect(engine, plain);
    const kill = async (index: number) => {
      await until(`worker ${index} is there`, () => workers[index]);
      process.kill(Number(workers[index]), 'SIGKILL');
    };
    const [saved] = await Promise.all([inspect(engine, plain), kill(0)]);
    assert.equal(saved.ok, true);
    assert.equal(workers.length, 2);
    const lost = assert.rejects(engine.render(slow, box), MediaBusy);
    for (const index of [1, 2, 3]) await kill(index);
    await lost;
  });
});

test('an idle worker that is gone is replaced', async () => {
  await withEngine({ workers: 1 }, async (engine, workers) => {
    await inspect(engine, plain);
    process.kill(Number(workers[0]), 'SIGKILL');
    await untilExited(workers[0]);
    assert.equal((await inspect(engine, plain)).ok, true);
  });
});

test('over the bound of waiting jobs the engine is busy; inspections have a queue of their own and go first', async () => {
  await withEngine({ workers: 1, maxWaiting: 2 }, async (engine) => {
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const renders = [1, 2, 3].map((index) => engine.render(plain, box).then(note(`render ${index}`)));
    await assert.rejects(engine.render(plain, box), MediaBusy);
    const inspections = [1, 2].map((index) => inspect(engine, plain).then(note(`inspection ${index}`)));
    await assert.rejects(inspect(engine, plain), MediaBusy);
    await Promise.all([...renders, ...inspections]);
    assert.deepEqual(order, ['render 1', 'inspection 1', 'inspection 2', 'render 2', 'render 3']);
    assert.equal((await engine.render(plain, box)).mimeType, 'image/webp');
  });
});

test('a job that nobody waits for is given up, begun or not', async () => {
  await withEngine({ workers: 1 }, async (engine) => {
    const [begun, waiting, late] = [new AbortController(), new AbortController(), AbortSignal.abort()];
    const jobs = [begun.signal, waiting.signal, late].map((signal) =>
      engine.render(plain, { ...box, signal }),
    );
    const reason = new Error('the client went away');
    begun.abort(reason);
    waiting.abort();
    const [first, second, third] = await Promise.allSettled(jobs);
    assert.deepEqual(first, { status: 'rejected', reason });
    for (const outcome of [second, third]) {
      assert.equal(outcome?.status === 'rejected' && outcome.reason.name, 'AbortError');
    }
    assert.equal((await inspect(engine, plain)).ok, true);
  });
});

test('a file that is not there is nobody’s bad upload', async () => {
  await withEngine({}, async (engine) => {
    const expected = /the file cannot be read: ENOENT/;
    await assert.rejects(inspect(engine, `${plain}-missing`), expected);
    await assert.rejects(engine.render(`${plain}-missing`, box), expected);
    await assert.rejects(engine.extractPdfPage(`${plain}-missing`, 0), expected);
  });
});

test('a file of 0 bytes is refused', async () => {
  await withEngine({}, async (engine) => {
    const expected = { ok: false, reason: 'the file is empty', kind: 'empty' };
    assert.deepEqual(await engine.inspect(await uploads.put(''), { fileName: 'a.txt' }), expected);
  });
});

test('a box without room is a mistake of the caller', async () => {
  await withEngine({}, async (engine, workers) => {
    for (const maxWidth of [0, -1, Number.NaN]) {
      await assert.rejects(async () => engine.render(plain, { ...box, maxWidth }), RangeError);
    }
    assert.equal(workers.length, 0);
  });
});

test('closing ends every job at once', async () => {
  await withEngine({ workers: 1 }, async (engine, workers) => {
    const jobs = [engine.render(slow, box), engine.render(plain, box), inspect(engine, plain)];
    const outcomes = Promise.allSettled(jobs);
    await engine.close();
    for (const outcome of await outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof MediaBusy);
    }
    assert.ok(!isRunning(workers[0]));
    await assert.rejects(inspect(engine, plain), MediaBusy);
  });
});

test('[FILE-21] the service goes on answering while a page is drawn', async () => {
  await withEngine({ timeoutMs: 1_000 }, async (engine) => {
    let ticks = 0;
    const tick = setInterval(() => void ticks++, 5);
    await engine.render(slow, box).catch(() => undefined);
    clearInterval(tick);
    assert.ok(ticks > 20, `the thread went on ${ticks} times`);
  });
});
