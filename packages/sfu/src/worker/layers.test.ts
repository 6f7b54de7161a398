import assert from 'node:assert/strict';
import type { VideoLayer } from '@ringbinder/protocol';
import { test } from 'vitest';
import { createLayerChoice, keyOf } from './layers.ts';
import { newParticipant, type Participant } from './participant.ts';
import type { Publication } from './publication.ts';
import type { Slot } from './viewer.ts';

function startViewer() {
  const clock = { now: 100_000 };
  const viewer = newParticipant('viewer', clock.now);
  const { onPacketLoss } = createLayerChoice(new Map([['viewer', viewer]]), () => clock.now);
  return {
    clock,
    viewer,
    loses(share: number, seconds: number): number[] {
      return Array.from({ length: seconds }, () => {
        clock.now += 1_000;
        onPacketLoss(viewer, share);
        return viewer.maxLayerRank;
      });
    },
    heed(share: number, afterMs: number): number {
      clock.now += afterMs;
      onPacketLoss(viewer, share);
      return viewer.maxLayerRank;
    },
  };
}

test('[MEET-30] more than 8 % lost for more than 1.5 s costs a layer, down to the smallest', () => {
  const { heed, viewer } = startViewer();
  assert.equal(viewer.maxLayerRank, 2, 'nothing is known of the network: all is tried');
  assert.equal(heed(0.09, 0), 2);
  assert.equal(heed(0.09, 1_500), 2);
  assert.equal(heed(0.09, 1), 1);
  assert.equal(heed(0.09, 1_500), 1, 'the smaller one has its 1.5 s too');
  assert.equal(heed(0.09, 1), 0);
  assert.equal(heed(0.09, 10_000), 0);
  const bearable = startViewer();
  assert.deepEqual(bearable.loses(0.08, 20), Array(20).fill(2));
});

test('[MEET-30] more than 25 % lost leaves the smallest layer at once', () => {
  const { heed } = startViewer();
  assert.equal(heed(0.25, 0), 2);
  const much = startViewer();
  assert.equal(much.heed(0.26, 0), 0);
  assert.equal(much.heed(0.26, 2_000), 0);
});

test('[MEET-30] less than 2 % lost for more than 6 s brings a larger layer', () => {
  const { heed } = startViewer();
  heed(0.26, 0);
  assert.equal(heed(0.019, 100), 0);
  assert.equal(heed(0.019, 6_000), 0);
  assert.equal(heed(0.019, 1), 1);
  assert.equal(heed(0.019, 6_000), 1);
  assert.equal(heed(0.019, 1), 2);
  assert.equal(heed(0.019, 60_000), 2, 'there is no larger one');
});

test('[MEET-30] between 2 % and 8 % nothing changes, and the time without loss begins again', () => {
  const { heed } = startViewer();
  heed(0.26, 0);
  heed(0, 100);
  heed(0.02, 5_000);
  assert.equal(heed(0, 5_000), 0);
  assert.equal(heed(0, 1_001), 1);
  const bad = startViewer();
  bad.heed(0.09, 0);
  bad.heed(0.05, 1_000);
  assert.equal(bad.heed(0.09, 1_000), 2);
});

test('[MEET-30] a larger layer that fails within 10 s is tried after 12, 24, 48 and then 60 s', () => {
  const { heed, clock, viewer } = startViewer();
  const waits: number[] = [];
  heed(0.26, 0);
  for (let each = 0; each < 6; each++) {
    heed(0, 10);
    const since = clock.now;
    while (viewer.maxLayerRank === 0) heed(0, 100);
    waits.push(Math.floor((clock.now - since) / 1_000));
    heed(0, 3_000);
    heed(0.09, 400);
    while (viewer.maxLayerRank > 0) heed(0.09, 400);
  }
  assert.deepEqual(waits, [6, 12, 24, 48, 60, 60]);
});

test('[MEET-30] a layer that held for 10 s was no failure: the next is tried after 6 s', () => {
  const { heed, viewer } = startViewer();
  heed(0.26, 0);
  heed(0, 10);
  heed(0, 6_001);
  heed(0.09, 100);
  assert.equal(heed(0.09, 1_600), 0);
  assert.equal(viewer.upgradeDelayMs, 12_000);
  heed(0, 10);
  assert.equal(heed(0, 12_001), 1);
  heed(0.09, 9_000);
  assert.equal(heed(0.09, 1_501), 0);
  assert.equal(viewer.upgradeDelayMs, 6_000);
});

function startView({ source = 'camera' as const, layers = [11, 12, 13], isAgreed = true } = {}) {
  const sender = newParticipant('sender', 0);
  const viewer = newParticipant('viewer', 0);
  const requested: number[] = [];
  const state = { layers, current: null as number | null };
  const publication = {
    source,
    participant: 'sender',
    connection: 'c',
    kind: 'video' as const,
    layers: () => state.layers,
    requestKeyFrame: (ssrc: number) => requested.push(ssrc),
    tick: () => undefined,
    close: () => undefined,
  } satisfies Publication;
  const downstream = {
    get current() {
      return state.current;
    },
    stop() {
      state.current = null;
    },
  };
  const slot = { isAgreed, downstream } as unknown as Slot;
  viewer.subscriptions.set(publication, { publication, slot, pending: null, pendingSince: 0 });
  const all = new Map<string, Participant>([
    ['sender', sender],
    ['viewer', viewer],
  ]);
  const { selectLayers } = createLayerChoice(all, () => 0);
  return {
    sender,
    viewer,
    state,
    requested,
    look(layer: VideoLayer) {
      viewer.view = new Map([[keyOf('sender', source), layer]]);
    },
    selectLayers: (now: number) => selectLayers(viewer, now),
    pending: () => viewer.subscriptions.get(publication)?.pending,
  };
}

test('[MEET-20] a viewer gets the layer that is asked for, and no larger one than the network bears', () => {
  const view = startView();
  const pendingLayer = () => {
    view.selectLayers(1_000);
    return view.pending();
  };
  assert.equal(pendingLayer(), 12, 'medium until it says what it shows');
  for (const [layer, ssrc] of [
    ['low', 11],
    ['medium', 12],
    ['high', 13],
  ] as const) {
    view.look(layer);
    assert.equal(pendingLayer(), ssrc);
  }
  view.viewer.maxLayerRank = 1;
  assert.equal(pendingLayer(), 12);
  view.viewer.maxLayerRank = 0;
  assert.equal(pendingLayer(), 11);
  view.look('none');
  assert.equal(pendingLayer(), null);
  view.viewer.maxLayerRank = 2;
  view.look('high');
  view.state.layers = [11];
  assert.equal(pendingLayer(), 11, 'the largest that there is');
  view.state.layers = [];
  assert.equal(pendingLayer(), null);
});

test('[MEET-20] a key frame is requested when a layer is chosen, and again after more than 1 s', () => {
  const view = startView();
  view.look('high');
  for (let now = 0; now <= 3_500; now += 50) view.selectLayers(1_000 + now);
  assert.deepEqual(view.requested, [13, 13, 13, 13]);
  view.state.current = 13;
  view.selectLayers(5_000);
  assert.equal(view.pending(), null);
  for (let now = 5_000; now < 9_000; now += 50) view.selectLayers(now);
  assert.equal(view.requested.length, 4, 'none once it has come');
  view.look('low');
  view.selectLayers(9_000);
  assert.deepEqual([view.requested.at(-1), view.pending(), view.state.current], [11, 11, 13]);
});

test('[MEET-20] what is not shown, is muted or has no stream any more is stopped', () => {
  const hidden = startView();
  hidden.state.current = 12;
  hidden.look('none');
  hidden.selectLayers(1_000);
  assert.equal(hidden.state.current, null);
  const muted = startView();
  muted.state.current = 12;
  muted.sender.muted.add('camera');
  muted.selectLayers(1_000);
  assert.deepEqual([muted.state.current, muted.requested, muted.pending()], [null, [], null]);
  const silent = startView();
  silent.state.current = 12;
  silent.state.layers = [];
  silent.selectLayers(1_000);
  assert.equal(silent.state.current, null);
  const unlisted = startView();
  unlisted.viewer.view = new Map();
  unlisted.state.current = 12;
  unlisted.selectLayers(1_000);
  assert.equal(unlisted.state.current, null);
  const visibleView = startView();
  visibleView.state.current = 12;
  visibleView.selectLayers(1_000);
  assert.deepEqual([visibleView.state.current, visibleView.requested], [12, []]);
});

test('[MEET-20] a section that the browser has not agreed to is left alone', () => {
  const view = startView({ isAgreed: false });
  view.selectLayers(1_000);
  assert.deepEqual(view.requested, []);
});
