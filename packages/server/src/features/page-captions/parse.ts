import { because, invalid, withDetails } from '../../errors.ts';
import { formatTimestamp } from '../meet-captions/index.ts';

/** Enough for about nine hours of speech. */
const MAX_CUES = 20_000;

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+(.*))?$`);
const SETTING = /^(vertical|line|position|size|align):\S+$/;

interface Cue {
  start: number;
  end: number;
  settings: string;
  lines: string[];
}

interface Line {
  text: string;
  number: number;
}

/** Throws `invalid` for a cue that browsers would skip. */
export function readCaptions(source: string): string {
  const lines = source
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\r|\n/)
    .map((text, index): Line => ({ text, number: index + 1 }));
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0]?.text ?? '');
  const blocks = blocksOf(lines, isVtt);
  if (isVtt) {
    const arrow = blocks.shift()?.find(({ text }) => text.includes('-->'));
    if (arrow) throw faulty(arrow, 'needs an empty line before it');
  }
  const cues = blocks
    .filter(([first]) => !(isVtt && /^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first.text)))
    .map((block) => readCue(block, isVtt))
    .filter((cue) => cue.lines.some((line) => line.trim() !== ''));
  if (cues.length === 0) throw invalid('captions', because('captions_unusable'));
  if (cues.length > MAX_CUES) throw invalid('captions', `have ${cues.length} cues; the limit is ${MAX_CUES}`);
  const written = cues
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(
      ({ start, end, settings, lines }) =>
        `${formatTimestamp(start)} --> ${formatTimestamp(end)}${settings}\n${lines.join('\n')}\n`,
    );
  return `WEBVTT\n\n${written.join('\n')}`;
}

/** In WebVTT, only an empty line ends a block. YouTube's captions contain lines of spaces within blocks. */
type Block = [Line, ...Line[]];

function blocksOf(lines: readonly Line[], isVtt: boolean): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  for (const line of lines) {
    if (line.text === '' || (line.text.trim() === '' && !(isVtt && block))) block = undefined;
    else if (block) block.push(line);
    else {
      block = [line];
      blocks.push(block);
    }
  }
  return blocks;
}

function readCue([first, ...rest]: Block, isVtt: boolean): Cue {
  const hasId = !first.text.includes('-->') && rest[0]?.text.includes('-->');
  const [timing = first, ...texts] = hasId ? rest : [first, ...rest];
  const match = TIMING.exec(timing.text);
  if (!match) throw faulty(timing, 'needs a time such as 00:01:02.500 --> 00:01:04.000');
  const [, h1, m1, s1, f1, h2, m2, s2, f2, others = ''] = match;
  const start = readTime(timing, [h1, m1, s1, f1]);
  const end = readTime(timing, [h2, m2, s2, f2]);
  if (end < start) throw faulty(timing, 'ends before it begins');
  const arrow = texts.find(({ text }) => text.includes('-->'));
  if (arrow) throw faulty(arrow, 'needs an empty line before it');
  // Drops SubRip's coordinates, which WebVTT does not support.
  const settings = others.split(/\s+/).filter((setting) => SETTING.test(setting));
  return {
    start,
    // Some automatic tools write cues without a duration.
    end: Math.max(end, start + 1),
    settings: settings.map((setting) => ` ${setting}`).join(''),
    lines: texts.map(({ text }) => (isVtt ? text : fromSubRip(text))),
  };
}

function readTime(line: Line, [hours = '0', minutes, seconds, fraction = '']: unknown[]): number {
  if (Number(minutes) > 59 || Number(seconds) > 59) throw faulty(line, 'has a time with 60 or more');
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1_000 + Number(String(fraction).padEnd(3, '0'));
}

function fromSubRip(text: string): string {
  return text
    .replaceAll(/\{\\[^{}]*\}|<\/?font[^<>]*>/gi, '')
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll(/<(\/?)([biu])>/gi, (_, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`)
    .replaceAll(/<(?!\/?[biu]>)/g, '&lt;');
}

const faulty = ({ number: line }: Line, fault: string) =>
  invalid('captions', withDetails(because('captions_line', { line }), `line ${line}: ${fault}`));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

export function wordsOf(vtt: string): string {
  return blocksOf(
    vtt.split('\n').map((text, number) => ({ text, number })),
    true,
  )
    .slice(1)
    .map(([, ...lines]) => lines.map(({ text }) => text).join(' '))
    .map((text) =>
      text
        // The character classes exclude `<`, so that a line with many `<v` takes linear time.
        .replaceAll(/<v(?:\.[^\s<>]*)?\s([^<>]*)>/g, (_, name: string) => `${name.trim()}: `)
        .replaceAll(/<[^<>]*>/g, '')
        .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name) => ENTITIES[name] ?? ''),
    )
    .join('\n');
}
