/** Formats the results about the dashboard as Markdown. */
import { circumstances } from '../page.ts';
import type { InitialScript } from './bundle.ts';
import { slowDown } from '../slow-phone.ts';
import type { Frames } from './measure.ts';

export interface Measurements {
  script: InitialScript;
  loaded: number;
  openMs: number;
  openWorstMs: number;
  inOpenMs: number;
  inOtherMs: number;
  /** Main thread for a key typed into the composer. */
  aKeyMs: number;
  /** Typing: alone, while messages arrive, and in an empty page. */
  typing: Frames;
  typingAmidMessages: Frames;
  typingInEmptyPage: Frames;
  /** After each tenth of the simulated hours, in bytes. */
  heap: number[];
  /** After each of the two hours, when what is unused has been collected. */
  heapAtRest: number[];
  /** Bytes of machine code, after the first tenth and after each of the two hours. */
  code: number[];
  /** Contents of a simulated hour; 3,600 messages stand for an hour. */
  simulated: { messages: number; conversations: number; openings: number };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const late = ({ dropped, count, worstMs }: Frames): string => `${dropped} of ${count}, longest ${ms(worstMs)}`;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** The section as Markdown. */
export function section(measurements: Measurements): string {
  const { script, heap, heapAtRest, code, simulated } = measurements;
  const [afterOne = Number.NaN, afterTwo = Number.NaN] = heapAtRest;
  const [first = Number.NaN] = heap;
  const ofProgram = [first, afterOne, afterTwo].map((bytes, index) => megabytes(bytes - (code[index] ?? Number.NaN)));
  const rows = [
    ['initial script, gzipped', kilobytes(script.gzipBytes), '145 kB'],
    [
      'open a cached conversation, click to paint, median (worst) of 20',
      `${ms(measurements.openMs)} (${ms(measurements.openWorstMs)})`,
      '100 ms',
    ],
    ['main thread for a message in the open conversation', ms(measurements.inOpenMs), '50 ms'],
    ['main thread for a message in another conversation', ms(measurements.inOtherMs), '50 ms'],
    ['main thread for a key typed into the composer', ms(measurements.aKeyMs), ''],
    ['late frames while typing', late(measurements.typing), '0'],
    ['the same while two messages a second arrive', late(measurements.typingAmidMessages), '0'],
    ['the same in an empty page with a text area', late(measurements.typingInEmptyPage), ''],
    [
      'heap after the first tenth, after one hour and after two, when what is unused has been collected',
      `${megabytes(first)} → ${megabytes(afterOne)} → ${megabytes(afterTwo)}`,
      'no growth',
    ],
    ['the same without machine code', ofProgram.join(' → '), 'no growth'],
  ];
  return [
    `${circumstances()}. Chromium at ${slowDown}× CPU slow-down, ${measurements.loaded.toLocaleString('en')} conversations loaded in the list, the`,
    `real API and gateway on the same machine. Simulated, twice: ${simulated.messages} messages over ${simulated.conversations} conversations and ${simulated.openings}`,
    'conversations opened, as fast as they go through, without slow-down (3,600 messages stand for an hour at one a',
    'second); the heap is measured after a collection, at',
    `every tenth of the first hour: ${heap.slice(0, 10).map(megabytes).join(', ')}. The dashboard forgets what was not looked at for five minutes, which`,
    `the hurried hour does not last: after them the heap was ${megabytes(afterOne)}, and after a second one ${megabytes(afterTwo)}. Typing is a key every 40 ms; of three rounds, each of which`,
    'measures all three cases, the middle one is shown.',
    '',
    '| | measured | goal |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
