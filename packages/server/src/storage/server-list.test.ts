import assert from 'node:assert/strict';
import pg from 'pg';
import { test } from 'vitest';
import { readDatabaseAddress, serversOf } from './server-list.ts';

function read(text: string) {
  return serversOf(readDatabaseAddress(text))?.map(({ address }) => {
    const { host, port, user, password, database } = new pg.Client({ connectionString: address });
    return [host, port, user, password, database].join(' ');
  });
}

test('[STORE-25] a list of servers is read in each form of libpq', () => {
  const both = ['h1 5433 ann s/t db', 'h2 5432 ann s/t db'];
  assert.deepEqual(read('postgres://ann:s%2Ft@h1:5433,h2/db?target_session_attrs=read-write'), both);
  assert.deepEqual(read('postgresql://ann:s%2Ft@h1:5433,h2/db'), both);
  assert.deepEqual(
    read('postgres://ann:s%2Ft@/db?host=h1,h2&port=5433,5432&target_session_attrs=primary'),
    both,
  );
  assert.deepEqual(read('postgres:///db?host=h1,h2&port=6000&user=ann&password=p'), [
    'h1 6000 ann p db',
    'h2 6000 ann p db',
  ]);
  assert.deepEqual(read('postgres://ann:p@[::1]:6000,[fe80::2]/db'), [
    '::1 6000 ann p db',
    'fe80::2 5432 ann p db',
  ]);
  assert.deepEqual(read('postgres://ann:p@%2Frun%2Fa:6000,%2Frun%2Fb:6001/db'), [
    '/run/a 6000 ann p db',
    '/run/b 6001 ann p db',
  ]);
  assert.deepEqual(read('postgres://ann:p@h1/db?target_session_attrs=read-write'), ['h1 5432 ann p db']);
});

test('[STORE-25] an address of one server stays as it is', () => {
  for (const address of ['postgres://ann@h1:5433/db?sslmode=verify-full', 'postgres:///db?host=/run/a'])
    assert.equal(readDatabaseAddress(address), address);
  assert.equal(serversOf('postgres://h1/db'), undefined);
});

test('[STORE-25] a list that libpq would refuse, or in which nothing could be written, is refused with its reason', () => {
  for (const [address, reason] of [
    ['postgres://h1,h2/db?target_session_attrs=standby', /target_session_attrs to read-write or primary/],
    ['postgres://h1,h2/db?target_session_attrs=any', /target_session_attrs to read-write or primary/],
    ['postgres://h1,/db', /a host between the commas/],
    ['postgres:///db?host=h1,h2&port=1,2,3', /one port for all 2 hosts, or one for each/],
    ['postgres://h1:x,h2/db', /ports that are numbers/],
    ['postgres://h1,h2/db?hostaddr=10.0.0.1,10.0.0.2', /hostaddr/],
    ['mysql://h1,h2/db', /an address like postgres:/],
    ['postgres://h1:x/db', /an address like postgres:/],
  ] as const)
    assert.throws(() => readDatabaseAddress(address), reason, address);
});
