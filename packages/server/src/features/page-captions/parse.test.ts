import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readCaptions, wordsOf } from './parse.ts';

test('[PAGE-80] WebVTT without hours, with identifiers, settings, voices and overlaps is read, and CRLF too', () => {
  const lines = [
    'WEBVTT - Talk',
    'Kind: captions',
    '',
    'NOTE checked by Ada',
    'on Monday',
    '',
    'STYLE',
    '::cue { color: red }',
    '',
    'second',
    '00:04.000 --> 00:06.500 align:start position:10% colour:red',
    '<v Ben>مرحبا بالجميع',
    '',
    '00:01.250 --> 01:00:05.000',
    '<v.loud Grace Hopper>利率是固定的 &amp; final',
    '<i>second line</i>',
    '',
    '00:07.000 --> 00:08.000',
    '   ',
  ];
  const vtt = readCaptions(lines.join('\r\n'));
  assert.equal(
    vtt,
    'WEBVTT\n\n00:00:01.250 --> 01:00:05.000\n<v.loud Grace Hopper>利率是固定的 &amp; final\n<i>second line</i>\n\n' +
      '00:00:04.000 --> 00:00:06.500 align:start position:10%\n<v Ben>مرحبا بالجميع\n',
  );
  assert.equal(readCaptions(vtt), vtt, 'written captions are read as they are');
  assert.equal(wordsOf(vtt), 'Grace Hopper: 利率是固定的 & final second line\nBen: مرحبا بالجميع');
});

test('[PAGE-80] SubRip becomes WebVTT, without colours and places', () => {
  const srt = `1
00:00:00,000 --> 00:00:02,500 X1:100 X2:200
{\\an8}<font color="#ff0">Rates & <b>terms</b></font> <3

2
0:00:02,5 --> 0:00:04,000
– Fixed?
– Yes.

`;
  assert.equal(
    readCaptions(srt),
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nRates &amp; <b>terms</b> &lt;3\n\n00:00:02.500 --> 00:00:04.000\n– Fixed?\n– Yes.\n',
  );
});

test('[PAGE-80] captions of YouTube, without a duration and with capital tags are read', () => {
  const youtube =
    'WEBVTT\nKind: captions\nLanguage: en\n\n00:00.080 --> 00:02.000 align:start\n \nhello<00:00.480><c> all</c>\n';
  const vtt = readCaptions(youtube);
  assert.match(vtt, /\n \nhello/);
  assert.equal(wordsOf(vtt).trim(), 'hello all');
  assert.match(readCaptions('WEBVTT\n\n00:01.000 --> 00:01.000\nx'), /00:00:01\.000 --> 00:00:01\.001/);
  assert.match(readCaptions('1\n00:00:01,000 --> 00:00:02,000\n<I>x</I> <c>\n'), /<i>x<\/i> &lt;c>/);
});

test('[PAGE-80] a megabyte of openers is read in less than a second of CPU time', () => {
  for (const opener of ['<', '{\\', '<font', '<v ']) {
    const text = opener.repeat(1_000_000 / opener.length);
    const begun = process.cpuUsage();
    wordsOf(readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`));
    readCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${text}`);
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 1_000_000, opener);
  }
});

test('[PAGE-81] the line of a fault is named, and the fault', () => {
  const faults = [
    ['WEBVTT\n\n00:01 --> 00:02\nx', 'line 3: needs a time such as'],
    ['WEBVTT\n\nOne\nTwo', 'line 3: needs a time such as'],
    ['WEBVTT\n\n00:03.000 --> 00:02.000\nx', 'line 3: ends before it begins'],
    ['WEBVTT\n\n00:61.000 --> 01:02.000\nx', 'line 3: has a time with 60 or more'],
    [
      'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:02.000 --> 00:03.000\ny',
      'line 5: needs an empty line before it',
    ],
    ['WEBVTT\n00:01.000 --> 00:02.000\nx', 'line 2: needs an empty line before it'],
    ['WEBVTT\n\nNOTE nothing', 'must be WebVTT or SubRip with at least one cue'],
    ['', 'must be WebVTT or SubRip with at least one cue'],
    ['{"text": "x"}', 'line 1: needs a time such as'],
  ] as const;
  for (const [source, fault] of faults)
    assert.throws(
      () => readCaptions(source),
      (error: Error) => error.message.startsWith(`captions ${fault}`),
      source,
    );
  const hostile = `WEBVTT\n\n${'00:02.000 --> 00:01.000 '.repeat(50_000)}`;
  const begun = performance.now();
  assert.throws(() => readCaptions(hostile), /line 3/);
  assert.ok(performance.now() - begun < 2_000);
});
