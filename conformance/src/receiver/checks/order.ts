import { receiverGroup } from '../check.ts';
import { expectAccepted } from '../expect.ts';

const SECONDS_BETWEEN_TRIES = 30;

export const order = receiverGroup('Repeats and order', (check) => {
  check('the same delivery again', async (t) => {
    const delivery = t.make();
    for (const time of ['first', 'second', 'third'])
      await expectAccepted(t, `a delivery that comes for the ${time} time`, delivery);
  });
  check('an event that is tried again, signed anew', async (t) => {
    const first = t.make({ secondsAgo: SECONDS_BETWEEN_TRIES });
    const sequence = Number(first.headers['ringbinder-sequence']);
    await expectAccepted(t, 'the first try of an event', first);
    await expectAccepted(t, 'another try of it, signed later', t.make({ sequence, id: first.id }));
  });
  check('the same delivery twice at once', async (t) => {
    const delivery = t.make();
    await Promise.all(
      ['one', 'the other'].map((each) => expectAccepted(t, `${each} of two at once`, delivery)),
    );
  });
  check('a sequence after a higher one', async (t) => {
    const [low, middle, high] = [t.make(), t.make(), t.make()];
    await expectAccepted(t, 'the highest of three sequences', high);
    await expectAccepted(t, 'the lowest after the highest', low);
    await expectAccepted(t, 'the one between', middle);
  });
});
