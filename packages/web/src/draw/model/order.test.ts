import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type OrderedShape, ordersAbove, ordersBelow } from './order.ts';

function after(layers: readonly OrderedShape[], orders: ReadonlyMap<string, number>): string {
  return layers
    .map((layer, age) => ({ ...layer, age, order: orders.get(layer.uuid) ?? layer.order }))
    .toSorted((one, other) => one.order - other.order || one.age - other.age)
    .map(({ uuid }) => uuid)
    .join('');
}
const layersOf = (orders: Readonly<Record<string, number>>) =>
  Object.entries(orders).map(([uuid, order]) => ({ uuid, order }));

test('[DRAW-5] a shape is brought forward and sent backward by one, whatever orders there are', () => {
  const alike = layersOf({ a: 0, b: 0, c: 0, d: 0, e: 0 });
  const mixed = layersOf({ a: -1, b: 0, c: 0, d: 0.5, e: 3 });
  for (const layers of [alike, mixed]) {
    assert.equal(after(layers, ordersAbove(layers, new Set('b'), 'c')), 'acbde');
    assert.equal(after(layers, ordersAbove(layers, new Set('a'), 'b')), 'bacde');
    assert.equal(after(layers, ordersAbove(layers, new Set('d'), 'e')), 'abced');
    assert.equal(after(layers, ordersBelow(layers, new Set('c'), 'b')), 'acbde');
    assert.equal(after(layers, ordersBelow(layers, new Set('b'), 'a')), 'bacde');
    assert.equal(after(layers, ordersAbove(layers, new Set('ab'), 'd')), 'cdabe');
    assert.equal(after(layers, ordersBelow(layers, new Set('ce'), 'b')), 'acebd');
  }
  const many = Array.from({ length: 100 }, (_, index) => ({ uuid: `${index}`, order: 0 }));
  assert.equal(ordersAbove(many, new Set(['97']), '98').size, 2, 'no more change than have to');
  assert.equal(ordersBelow(many, new Set(['2']), '1').size, 2);
});
