import { effect } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { useFreshLinks } from './fresh-links.ts';
import { type PlannedTile, planTiles, type TilePlan, tileAddress } from './tile-plan.ts';
import type { PageViewport } from './viewport.ts';

interface PageTilesProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  viewport: PageViewport;
  alt: string;
  onLate?: ((isLate: boolean) => void) | undefined;
  /** True for an earlier version. New links would show the current one. */
  isPast?: boolean;
}

/** Pause after scrolling and zooming before tiles load. */
const REST_MS = 90;
const RETRY_MS = 1_500;
const MAX_RETRIES = 6;
/** If this attempt fails because the server is still rendering, the page reports a delay. */
const LATE_ATTEMPT = 2;
const NONE: TilePlan = { level: 0, tiles: [] };

/** After zooming, old tiles stay until replaced. */
export function PageTiles({ binder, page, viewport, alt, onLate, isPast }: PageTilesProps) {
  const links = useFreshLinks(binder, page);
  const frame = useRef<HTMLDivElement>(null);
  const [plan, setPlan] = useState(NONE);
  const before = useRef(NONE);
  const loaded = useRef(new Set<string>());
  const [, draw] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    const area = current?.closest('.stage');
    if (!current || !area) return;
    let timer = 0;
    const look = () => {
      const visible = visibleArea(area, viewport);
      const pixels = viewport.scale.peek() * devicePixelRatio;
      setPlan((previous) => {
        const next = planTiles(page, pixels, visible);
        if (isSame(previous, next)) return previous;
        if (previous.level !== next.level) before.current = previous;
        return next;
      });
    };
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(look, REST_MS);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(area);
    area.addEventListener('scroll', soon, { passive: true });
    const stop = effect(() => {
      void [viewport.scale.value, viewport.quarterTurns.value];
      soon();
    });
    return () => {
      clearTimeout(timer);
      stop();
      observer.disconnect();
      area.removeEventListener('scroll', soon);
    };
  }, [page.id, page.width, page.height, viewport]);

  const content = page.file_id || String(page.revision);
  const address = (name: string) => tileAddress(links.background_uri, name, content);
  const onLoad = (name: string) => {
    loaded.current.add(name);
    if (plan.tiles.every((tile) => loaded.current.has(tile.name))) {
      before.current = NONE;
      draw((count) => count + 1);
    }
  };
  const isSharp = plan.tiles.every(({ name }) => loaded.current.has(name));
  const tiles = before.current.level === plan.level ? plan.tiles : [...before.current.tiles, ...plan.tiles];
  return (
    <div class="stage-layer page-tiles" ref={frame} data-level={plan.level} data-sharp={isSharp}>
      <TileImage
        key={`${content} ${links.attempt}`}
        address={address('0/0/0')}
        alt={alt}
        whole
        onLoaded={() => onLate?.(false)}
        onFailed={(attempt) => {
          if (attempt === 1 && !isPast) void links.renew();
          if (attempt === LATE_ATTEMPT)
            void isStillRendering(address('0/0/0')).then((isLate) => onLate?.(isLate));
        }}
      />
      {tiles.map((tile) => (
        <TileImage
          key={`${content} ${tile.name}`}
          address={address(tile.name)}
          alt=""
          place={tile}
          onLoaded={() => onLoad(tile.name)}
        />
      ))}
    </div>
  );
}

interface TileImageProps {
  address: string;
  alt: string;
  whole?: boolean;
  place?: PlannedTile;
  onLoaded?: () => void;
  onFailed?: (attempt: number) => void;
}

const isStillRendering = (address: string) =>
  fetch(address).then(
    ({ status }) => status === 503,
    () => false,
  );

function TileImage({ address, alt, whole, place, onLoaded, onFailed }: TileImageProps) {
  const [attempt, setAttempt] = useState(0);
  const [isThere, setIsThere] = useState(false);
  const timer = useRef(0);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return (
    <img
      class={whole ? 'page-tile whole' : 'page-tile'}
      src={attempt === 0 ? address : `${address}&attempt=${attempt}`}
      alt={alt}
      draggable={false}
      decoding="async"
      data-there={isThere}
      style={
        place && {
          left: `${place.left}%`,
          top: `${place.top}%`,
          width: `${place.width}%`,
          height: `${place.height}%`,
        }
      }
      onLoad={() => {
        setIsThere(true);
        onLoaded?.();
      }}
      onError={() => {
        onFailed?.(attempt);
        if (attempt >= MAX_RETRIES) return;
        timer.current = window.setTimeout(() => setAttempt(attempt + 1), RETRY_MS * (attempt + 1));
      }}
    />
  );
}

function visibleArea(area: Element, viewport: PageViewport) {
  const { left, top, right, bottom } = area.getBoundingClientRect();
  const margin = 128;
  const one = viewport.toPage({ clientX: left - margin, clientY: top - margin });
  const other = viewport.toPage({ clientX: right + margin, clientY: bottom + margin });
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  };
}

function isSame(one: TilePlan, other: TilePlan): boolean {
  return (
    one.tiles.length === other.tiles.length &&
    one.level === other.level &&
    one.tiles.every(({ name }, at) => name === other.tiles[at]?.name)
  );
}
