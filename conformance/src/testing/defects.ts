import { hmac, type Seen, type Steps } from './plain-receiver.ts';

export type Defect = (steps: Steps, secret: string) => void;

const parsed = ({ body }: Seen) => JSON.parse(body.toString());
const partsOf = ({ signature = '' }: Seen) => signature.split(' ');
const age = (timestamp: string) => Date.now() / 1000 - Number(timestamp);

function unless(steps: Steps, spoilt: (seen: Seen) => boolean, wrong: boolean): void {
  const { isGenuine } = steps;
  steps.isGenuine = (seen) => (spoilt(seen) ? wrong : isGenuine(seen));
}

function refuseIf(steps: Steps, isWrong: (seen: Seen) => boolean, status = 400): void {
  const { take } = steps;
  steps.take = (seen) => (isWrong(seen) ? status : take(seen));
}

function dieAfter(steps: Steps, hasHappened: (kill: () => void) => void): void {
  let isDead = false;
  hasHappened(() => {
    isDead = true;
  });
  const { begin } = steps;
  steps.begin = (request) => (isDead ? void request.destroy() : begin(request));
}

/** Keyed by the title of the check that must detect the defect. */
export const defects: Readonly<Record<string, Defect>> = {
  'a signed event': (steps) => {
    steps.take = () => 302;
  },
  'every kind of event': (steps) =>
    refuseIf(steps, (seen) => parsed(seen).event.meet?.recording_url === null, 500),
  'a kind that it does not know': (steps) =>
    refuseIf(steps, (seen) => parsed(seen).message_type === 'moon_risen'),
  'members and headers that it does not know': (steps) =>
    refuseIf(steps, (seen) => 'new_member' in parsed(seen)),
  'headers, however their names are written': (steps) => {
    steps.isComplete = ({ request }) => request.rawHeaders.includes('webhook-id');
  },
  'JSON as it comes: the signature is over the bytes': (steps) => {
    steps.signed = (seen) => `${seen.id}.${seen.timestamp}.${JSON.stringify(parsed(seen))}`;
  },
  'two signatures, of which one fits (rotation)': (steps) =>
    unless(steps, (seen) => partsOf(seen).filter((part) => part.startsWith('v1,')).length > 1, false),
  'a signature of a version that it does not know, beside the right one': (steps) =>
    unless(steps, (seen) => partsOf(seen).some((part) => part.startsWith('v1a')), false),
  'clocks that differ by a minute': (steps) => {
    steps.isRecent = (timestamp) => /^\d+$/.test(timestamp) && age(timestamp) > -10 && age(timestamp) < 300;
  },
  'a long event': (steps) => {
    const { read } = steps;
    steps.read = async (request) => {
      const body = await read(request);
      return body && body.length > 100_000 ? null : body;
    };
  },
  'a test from the console, which has no sequence': (steps) => refuseIf(steps, ({ sequence }) => !sequence),
  'another secret': (steps, secret) => {
    // Accept signatures by an empty key.
    steps.isGenuine = (seen) =>
      [secret, ''].some((each) =>
        partsOf(seen).includes(`v1,${hmac(each, steps.signed(seen)).toString('base64')}`),
      );
  },
  'a changed body': (steps) => unless(steps, ({ body }) => body.includes('"Apprivals"'), true),
  'a changed webhook-id': (steps) => {
    // Verify the body's id instead of the header's.
    steps.signed = (seen) => {
      const { message_id = seen.id } = parsed(seen) ?? {};
      return `${message_id}.${seen.timestamp}.${seen.body}`;
    };
  },
  'a changed webhook-timestamp': (steps, secret) => {
    const { isGenuine } = steps;
    // Also accept signatures for a time about ten minutes earlier.
    steps.isGenuine = (seen) =>
      isGenuine(seen) ||
      Array.from({ length: 61 }, (_, ago) => String(Number(seen.timestamp) - 570 - ago)).some((timestamp) =>
        partsOf(seen).includes(
          `v1,${hmac(secret, `${seen.id}.${timestamp}.${seen.body}`).toString('base64')}`,
        ),
      );
  },
  'a missing header': (steps) => {
    steps.isComplete = () => true;
    unless(steps, ({ signature }) => signature === undefined, true);
  },
  'a signature that is empty, cut short, of an unknown version, or none at all': (steps, secret) => {
    steps.isGenuine = (seen) => {
      const right = `v1,${hmac(secret, steps.signed(seen)).toString('base64')}`;
      return partsOf(seen).some((part) => part.startsWith('v1,') && right.startsWith(part));
    };
  },
  'two signatures, of which none fits': (steps) => unless(steps, (seen) => partsOf(seen).length > 1, true),
  'a stale delivery': (steps) => {
    steps.isRecent = (timestamp) => /^\d+$/.test(timestamp) && age(timestamp) > -300;
  },
  'a delivery from the future': (steps) => {
    steps.isRecent = (timestamp) => /^\d+$/.test(timestamp) && age(timestamp) < 300;
  },
  'a webhook-timestamp that is no number': (steps) => {
    // An invalid timestamp gives NaN, which never exceeds 300.
    steps.isRecent = (timestamp) => !(Math.abs(age(timestamp)) > 300);
  },
  'what is no delivery at all': (steps) => {
    const { isComplete } = steps;
    // Parse before verifying the signature.
    steps.isComplete = (seen) => (seen.body.length > 1e6 || parsed(seen) !== undefined) && isComplete(seen);
  },
  'the same delivery again': (steps) => {
    const times = new Map<string | undefined, number>();
    refuseIf(steps, ({ id }) => times.set(id, (times.get(id) ?? 0) + 1).get(id) === 3, 409);
  },
  'an event that is tried again, signed anew': (steps) => {
    const originalIds = new Map<string | undefined, string | undefined>();
    refuseIf(steps, ({ id, timestamp }) => {
      const first = originalIds.get(id) ?? timestamp;
      originalIds.set(id, first);
      return first !== timestamp;
    });
  },
  'the same delivery twice at once': (steps) => {
    const underWay = new Set<string | undefined>();
    steps.take = async ({ id }) => {
      if (underWay.has(id)) return 409;
      underWay.add(id);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      underWay.delete(id);
      return 204;
    };
  },
  'a sequence after a higher one': (steps) => {
    const passed = new Map<string, number>();
    refuseIf(steps, ({ sequence, ...seen }) => {
      const { org_id } = parsed({ sequence, ...seen });
      const highest = passed.get(org_id) ?? 0;
      passed.set(org_id, Math.max(highest, Number(sequence ?? 0)));
      return Number(sequence ?? highest) < highest;
    });
  },
  'many at once': (steps) => {
    let underWay = 0;
    steps.take = async () => {
      if (underWay === 2) return 503;
      underWay++;
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      underWay--;
      return 204;
    };
  },
  'a delivery in pieces': (steps) => {
    steps.read = async (request) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      return Buffer.from(text);
    };
  },
  'a slow delivery, which delays no other': (steps) => {
    let before = Promise.resolve();
    steps.begin = (request) => {
      const turn = before;
      before = new Promise((resolve) => request.once('close', resolve));
      return turn;
    };
  },
  'a delivery that is cut off': (steps) =>
    dieAfter(steps, (kill) => {
      const { read } = steps;
      steps.read = (request) => {
        request.once('aborted', kill);
        return read(request);
      };
    }),
  'broken JSON, although signed': (steps) => {
    const { take } = steps;
    steps.take = (seen) => {
      try {
        return parsed(seen) ? take(seen) : undefined;
      } catch {
        return undefined;
      }
    };
  },
  'far too much': (steps) =>
    dieAfter(steps, (kill) => {
      const { read } = steps;
      steps.read = async (request) => {
        const body = await read(request);
        if (body && body.length > 1e6) kill();
        return body;
      };
    }),
  'a forged account_link_token': (steps) => {
    steps.link = (query) => {
      const [, claims = ''] = (query.get('account_link_token') ?? '').split('.');
      return Buffer.from(claims, 'base64url').includes('user_id') ? 200 : 404;
    };
  },
};
