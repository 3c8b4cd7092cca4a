/** Formats the results about the widgets as Markdown. */
import { circumstances } from '../page.ts';
import type { Contender } from './host.ts';
import type { Visit } from './measure.ts';

const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

/** The table; main thread and heap are what a widget adds to the empty page. */
export function section(found: Record<Contender, Visit>, rounds: number): string {
  const { empty, button, parley, papercups, deepChat } = found;
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const before = (name: string, value: (visit: Visit) => string) =>
    line([name, ...[parley, papercups, deepChat, button].map(value)]);
  const after = (name: string, value: (visit: Visit) => string) =>
    line([name, ...[parley, papercups, deepChat].map(value), '']);
  return [
    `${circumstances()}. Chromium as a phone of 390 × 844, processor slowed down 4 times, slow 4G (150 ms, 1.6 Mbit/s), medians of ${rounds} rounds taking turns. Papercups is \`@papercups-io/chat-widget\` 1.3.1 bundled with React; its chat window lives on its vendor’s server and is an empty page here, so its figures after opening leave out most of it. Deep Chat is \`deep-chat\` 2.4.2, complete in its package but for a launcher: a plain button stands in, and makes the chat when clicked. Main thread is processor time beyond the empty page before anything is touched: first what the page asks for, then all tasks with painting and the browser’s housekeeping, in which the machine’s noise is some ten milliseconds. The bare button is the least that any widget can do: a script of six lines that fetches one answer and draws a button, without a chat behind it.`,
    '',
    '| | Parley | Papercups | Deep Chat | bare button |',
    '| --- | --- | --- | --- | --- |',
    before('requests before opening', (visit) => String(visit.requestsBefore)),
    before('bytes before opening', (visit) => kilo(visit.bytesBefore)),
    after('requests with the chat open', (visit) => String(visit.requestsAfter)),
    after('bytes with the chat open', (visit) => kilo(visit.bytesAfter)),
    before('script, style and layout on the main thread before opening', (visit) => ms(visit.busyMs - empty.busyMs)),
    before('all tasks of the main thread before opening', (visit) => ms(visit.tasksMs - empty.tasksMs)),
    before('navigation to launcher', (visit) => ms(visit.launcherMs)),
    after('click to usable chat (Papercups: to an empty frame)', (visit) => ms(visit.chatMs)),
    after('JavaScript heap with the chat open, beyond the empty page', (visit) =>
      kilo(visit.heapBytes - empty.heapBytes),
    ),
  ].join('\n');
}
