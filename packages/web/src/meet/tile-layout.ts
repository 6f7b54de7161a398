import type { MeetParticipant, MeetState } from '@ringbinder/client/meet';
import type { Layout, TileKey } from './session.ts';

export interface Tile {
  key: TileKey;
  participant: MeetParticipant;
  source: 'camera' | 'screen';
  isSelf: boolean;
}

export interface TileLayout {
  main?: Tile;
  tiles: readonly Tile[];
  floating?: Tile;
}

export interface ViewOptions {
  layout: Layout;
  pinned: TileKey | undefined;
  isSelfHidden: boolean;
  isStaged?: boolean;
  /** Shows the user's own screen while another participant controls it. */
  seesOwnScreen?: boolean;
}

const keyOf = (id: string, source: Tile['source']): TileKey => `${id} ${source}`;

export const sends = ({ sources }: MeetParticipant, kind: 'microphone' | 'camera' | 'screen'): boolean =>
  sources.some(({ source, is_muted }) => source === kind && !is_muted);

export function tilesOf(state: MeetState, isSelfHidden: boolean, seesOwnScreen = false): Tile[] {
  const selfId = state.self?.id;
  const tile = (participant: MeetParticipant, source: Tile['source']): Tile => ({
    key: keyOf(participant.id, source),
    participant,
    source,
    isSelf: participant.id === selfId,
  });
  const others = state.participants.filter(({ id }) => id !== selfId);
  const screens = state.participants.filter((each) => sends(each, 'screen'));
  const isControlled = state.controls.some(({ presenter_id }) => presenter_id === selfId);
  const hasOwn = seesOwnScreen && isControlled;
  const visibleScreens = screens
    .filter(({ id }) => id !== selfId || hasOwn)
    .map((each) => tile(each, 'screen'));
  const own = state.participants.filter(({ id }) => id === selfId && !isSelfHidden);
  return [
    ...visibleScreens,
    ...others.map((each) => tile(each, 'camera')),
    ...own.map((each) => tile(each, 'camera')),
  ];
}

export function layoutTiles(
  state: MeetState,
  { layout, pinned, isSelfHidden, isStaged, seesOwnScreen }: ViewOptions,
): TileLayout {
  const all = tilesOf(state, isSelfHidden, seesOwnScreen);
  if (isStaged) return { tiles: all };
  const find = (key: TileKey | undefined) => all.find((each) => each.key === key);
  const screens = all.filter(({ source }) => source === 'screen');
  const main =
    find(pinned) ?? (layout === 'grid' ? undefined : screens.at(-1)) ?? speakerOf(state, all, layout);
  if (main) return { main, tiles: all.filter((each) => each !== main) };
  const [first, second] = all;
  if (layout === 'auto' && all.length === 2 && first && second?.isSelf)
    return { tiles: [first], floating: second };
  return { tiles: all };
}

function speakerOf(state: MeetState, all: readonly Tile[], layout: Layout): Tile | undefined {
  if (layout !== 'speaker') return undefined;
  const others = all.filter(({ isSelf, source }) => !isSelf && source === 'camera');
  return others.find(({ participant }) => participant.id === state.activeSpeakerId) ?? others[0];
}
