import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text as common } from '../strings/common.ts';
import { dateFields as text } from '../strings/messages/date-fields.ts';
import { useCloseOnBack } from './close-on-back.ts';
import {
  type DateKind,
  DEFAULT_TIME,
  dateOf,
  firstWeekday,
  formatOf,
  today,
  utcMidnight,
} from './date-text.ts';
import { formatNumber } from './format.ts';
import { Glyph } from './glyph.tsx';
import { localized } from './locale.ts';
import { trapTab } from './modal.ts';

const DAY_MS = 86_400_000;
const MONDAY = 1;

interface CalendarProps {
  kind: DateKind;
  value: string;
  min: string | undefined;
  max: string | undefined;
  choose: (value: string) => void;
  close: () => void;
  children?: ComponentChildren;
}

export function Calendar({ kind, value, min, max, choose, close, children }: CalendarProps) {
  const [chosen = '', time = DEFAULT_TIME] = value.split('T');
  const [focused, setFocused] = useState(chosen || clamp(today(), min, max));
  const element = usePopover(close);
  const grid = useRef<HTMLTableElement>(null);
  const isMoved = useRef(true);
  useLayoutEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [focused]);
  const moveTo = (date: string, isByKey: boolean) => {
    isMoved.current = isByKey;
    setFocused(clamp(date, min, max));
  };
  const pick = (date: string) => {
    choose(kind === 'datetime' ? `${date}T${time}` : date);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event, focused);
    if (!target) return;
    event.preventDefault();
    moveTo(target, true);
  };
  return (
    <div
      class="calendar"
      popover="manual"
      role="dialog"
      aria-modal="true"
      aria-label={text.choose}
      ref={element}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.preventDefault();
          close();
        } else trapTab(event, event.currentTarget);
      }}
    >
      <div class="calendar-head">
        <button
          type="button"
          aria-label={text.previous}
          onClick={() => moveTo(addMonths(focused, -1), false)}
        >
          <Glyph name="back" />
        </button>
        <strong aria-live="polite">{titles().format(utcMidnight(focused))}</strong>
        <button type="button" aria-label={text.next} onClick={() => moveTo(addMonths(focused, 1), false)}>
          <Glyph name="next" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern is a table whose cells take keys. */}
      <table role="grid" aria-label={titles().format(utcMidnight(focused))} ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekOf(focused).map((day) => (
              <th key={day} scope="col" abbr={weekdays().long.format(day)}>
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map(([first = 0, ...others]) => (
            <tr key={first}>
              {[first, ...others].map((day) => (
                <Day key={day} {...{ day, focused, chosen, min, max, pick }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Near {...{ min, max, pick }} />
      <div class="calendar-foot">
        {children}
        <button type="button" class="button compact quiet" onClick={close}>
          {common.actions.close}
        </button>
      </div>
    </div>
  );
}

interface DayProps extends Pick<CalendarProps, 'min' | 'max'> {
  day: number;
  focused: string;
  chosen: string;
  pick: (date: string) => void;
}

function Day({ day, focused, chosen, min, max, pick }: DayProps) {
  const date = dateOf(day);
  const isOut = clamp(date, min, max) !== date;
  const isOther = date.slice(0, 'yyyy-mm'.length) !== focused.slice(0, 'yyyy-mm'.length);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell.
    <td aria-selected={date === chosen}>
      <button
        type="button"
        class={isOther ? 'other' : ''}
        tabIndex={date === focused ? 0 : -1}
        aria-label={days().format(day)}
        aria-current={date === today() ? 'date' : undefined}
        aria-disabled={isOut}
        onClick={() => !isOut && pick(date)}
      >
        {formatNumber(new Date(day).getUTCDate())}
      </button>
    </td>
  );
}

function Near({ min, max, pick }: Pick<DayProps, 'min' | 'max' | 'pick'>) {
  const start = utcMidnight(today());
  const daysToMonday = (MONDAY + 7 - new Date(start).getUTCDay()) % 7 || 7;
  const choices: [label: string, date: string][] = [
    [text.today, dateOf(start)],
    [text.tomorrow, dateOf(start + DAY_MS)],
    [text.monday, dateOf(start + daysToMonday * DAY_MS)],
  ];
  return (
    <div class="calendar-near">
      {choices
        .filter(([, date]) => clamp(date, min, max) === date)
        .map(([label, date]) => (
          <button type="button" class="button compact" key={label} onClick={() => pick(date)}>
            {label}
          </button>
        ))}
    </div>
  );
}

function usePopover(close: () => void) {
  const element = useRef<HTMLDivElement>(null);
  useCloseOnBack(close);
  useLayoutEffect(() => {
    const { current: popover } = element;
    const field = popover?.parentElement;
    if (!popover || !field) return;
    popover.showPopover?.();
    const place = () => position(popover, field.getBoundingClientRect());
    place();
    const onPointer = ({ target }: Event) => field.contains(target as Node) || close();
    document.addEventListener('pointerdown', onPointer, true);
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body || popover.contains(activeElement))
        field.querySelector<HTMLElement>('.date-open')?.focus();
    };
  }, []);
  return element;
}

const MARGIN = 8;

function position(popover: HTMLElement, field: DOMRect): void {
  const { width, height } = popover.getBoundingClientRect();
  const isRtl = getComputedStyle(popover).direction === 'rtl';
  const left = isRtl ? field.right - width : field.left;
  const below = field.bottom + 4;
  const above = field.top - 4 - height;
  const isBelow = below + height + MARGIN <= innerHeight || above < MARGIN;
  const top = isBelow ? Math.max(MARGIN, Math.min(below, innerHeight - height - MARGIN)) : above;
  popover.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  popover.style.top = `${top}px`;
}

function targetOf({ key, shiftKey, currentTarget }: KeyboardEvent, from: string): string | undefined {
  const day = utcMidnight(from);
  const forward = getComputedStyle(currentTarget as Element).direction === 'rtl' ? -1 : 1;
  const [first = day] = weekOf(from);
  switch (key) {
    case 'ArrowRight':
      return dateOf(day + forward * DAY_MS);
    case 'ArrowLeft':
      return dateOf(day - forward * DAY_MS);
    case 'ArrowDown':
      return dateOf(day + 7 * DAY_MS);
    case 'ArrowUp':
      return dateOf(day - 7 * DAY_MS);
    case 'Home':
      return dateOf(first);
    case 'End':
      return dateOf(first + 6 * DAY_MS);
    case 'PageDown':
      return addMonths(from, shiftKey ? 12 : 1);
    case 'PageUp':
      return addMonths(from, shiftKey ? -12 : -1);
  }
  return undefined;
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

function clamp(date: string, min: string | undefined, max: string | undefined): string {
  if (min && date < min) return min;
  return max && date > max ? max : date;
}

function weekOf(date: string): number[] {
  const day = utcMidnight(date);
  const first = day - ((new Date(day).getUTCDay() - firstWeekday() + 7) % 7) * DAY_MS;
  return Array.from({ length: 7 }, (_, index) => first + index * DAY_MS);
}

function weeksOf(date: string): number[][] {
  const [first = 0] = weekOf(`${date.slice(0, 'yyyy-mm'.length)}-01`);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => first + (week * 7 + index) * DAY_MS),
  );
}

function shortWeekday(day: number): string {
  const { short, narrow } = weekdays();
  const name = short.format(day);
  return name.length > 4 ? narrow.format(day) : name;
}

const titles = localized((locale) => formatOf(locale, { month: 'long', year: 'numeric' }));
const days = localized((locale) => formatOf(locale, { dateStyle: 'full' }));
const weekdays = localized((locale) => ({
  long: formatOf(locale, { weekday: 'long' }),
  short: formatOf(locale, { weekday: 'short' }),
  narrow: formatOf(locale, { weekday: 'narrow' }),
}));
