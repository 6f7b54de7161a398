import assert from 'node:assert/strict';
import { test } from 'vitest';
import { currentClass, runAs } from '../limits/call-class.ts';
import { createGenerations } from './generations.ts';

test('[LOAD-14] work that begins again after a reset of the sandbox does not count as the call that reset it', async () => {
  const generations = createGenerations();
  const classes: string[] = [];
  const begin = async () => {
    await Promise.resolve();
    classes.push(currentClass());
  };
  const begun: Promise<void>[] = [];
  generations.onOpen(() => void begun.push(generations.run(begin)));
  runAs('posting', () => {
    generations.close();
    generations.open();
  });
  await Promise.all(begun);
  assert.deepEqual(classes, ['background']);
});
