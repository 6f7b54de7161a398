import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seemsPrivate } from './private-address.ts';

test('[DELIV-13] an address of a private network is recognised, also inside of an IPv6 address', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    'hub',
  ];
  for (const host of inside) assert.ok(seemsPrivate(`https://${host}/hook`), host);
  for (const host of ['93.184.216.34', '[2001:db8::1]', '[::ffff:93.184.216.34]', 'bots.example'])
    assert.ok(!seemsPrivate(`https://${host}/hook`), host);
});
