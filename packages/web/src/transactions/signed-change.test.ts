import assert from 'node:assert/strict';
import { test } from 'vitest';
import { signatureBeforeChange } from './signed-change.ts';

const signed = (time: number, file_id?: string) => ({
  signature: { user_id: 'Uben', time, ...(file_id !== undefined && { file_id }) },
});

test('[PAGE-94] a page is changed if it got another file or a drawing after its latest signature', () => {
  const steps = [{ places: [signed(10, 'Fsigned'), {}] }, { places: [signed(20, 'Fsigned')] }];
  const changed = (
    file_id: string,
    drawings: number[],
    of = steps as Parameters<typeof signatureBeforeChange>[1],
  ) =>
    signatureBeforeChange(
      { file_id },
      of,
      drawings.map((created_time) => ({ created_time })),
    )?.time;
  assert.equal(changed('Fsigned', []), undefined);
  assert.equal(changed('Fsigned', [5, 15]), undefined, 'drawn before the latest signature');
  assert.equal(changed('Fsigned', [5, 21]), 20);
  assert.equal(changed('Fother', []), 20);
  assert.equal(changed('Fother', [], [{ places: [{}] }]), undefined, 'nobody has signed');
  assert.equal(changed('Funsigned', [], [{ places: [signed(20)] }]), undefined, 'it is not drawn yet');
});
