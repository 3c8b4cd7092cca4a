/**
 * The gateway against its rivals, side by side in one run: two processes each, Redis between, rooms of three,
 * 200-byte messages. Prints a table; with `--write` it also goes into `docs/performance.md`.
 *
 *   node bench/realtime/run.ts [--connections 10000] [--rounds 3] [--seconds 6] [--write]
 *
 * Needs DATABASE_URL and REDIS_URL of servers that have nothing else to do.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Contender, parley, parleyStoring, rivals, start, stop } from './contenders.ts';
import { createInstallation, type Installation } from './installation.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { writeSection } from './report.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
const socketsPerRoom = 3;
const firstPort = 4_870;

async function measure(
  installation: Installation,
  contender: Contender,
  more: Partial<LoadOrder> & { nodes?: number } = {},
): Promise<LoadResult> {
  const ports = Array.from({ length: more.nodes ?? 2 }, (_, index) => firstPort + index);
  const servers = await start(contender, ports, installation.env);
  const order: LoadOrder = {
    dialect: contender.dialect,
    ports,
    servers: servers.map(({ pid }) => pid ?? 0),
    rooms: installation.rooms,
    socketsPerRoom,
    staff: installation.staff,
    phases: ['latency', 'saturation', 'inbox'],
    seconds: Number(values.seconds),
    rate: 500,
    ...more,
  };
  const load = spawn(process.execPath, [path.join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  load.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  load.stdin.end(JSON.stringify(order));
  const [code] = await once(load, 'exit');
  await stop(servers);
  if (code !== 0) throw new Error(`The load on ${contender.name} ended with ${String(code)}`);
  const result = JSON.parse(output) as LoadResult;
  console.error(contender.name, result);
  return result;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

function medians(results: LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult): number => median(results.map((result) => result[key] ?? Number.NaN));
  return {
    connectionsPerSecond: of('connectionsPerSecond'),
    bytesPerConnection: of('bytesPerConnection'),
    deliveredPerSecond: of('deliveredPerSecond'),
    cpuMicrosecondsPerDelivery: of('cpuMicrosecondsPerDelivery'),
    p50: of('p50'),
    p99: of('p99'),
    inboxPerSecond: of('inboxPerSecond'),
    inboxCpuMicroseconds: of('inboxCpuMicroseconds'),
  };
}

const whole = (number: number): string => Math.round(number).toLocaleString('en-US');
const short = (number: number): string => number.toFixed(number < 10 ? 2 : 1);

function row(name: string, result: LoadResult): string {
  const cells = [
    name,
    whole(result.connectionsPerSecond),
    `${short(result.bytesPerConnection / 1000)} kB`,
    whole(result.deliveredPerSecond),
    `${short(result.cpuMicrosecondsPerDelivery)} µs`,
    `${short(result.p50)} / ${short(result.p99)} ms`,
    whole(result.inboxPerSecond),
    `${short(result.inboxCpuMicroseconds)} µs`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const installation = await createInstallation({ rooms: Math.ceil(connections / socketsPerRoom), staff: 200 });
try {
  const contenders = [...rivals, parley].filter(({ name }) => !values.only || name.includes(values.only));
  const results = new Map<Contender, LoadResult[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const contender of contenders) results.get(contender)?.push(await measure(installation, contender));
  }
  const rows = [...results].map(([contender, rounds]) => ({ contender, result: medians(rounds) }));
  const stored = values.only
    ? undefined
    : await measure(installation, parleyStoring, { phases: ['latency'], rate: 300 });
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const text = [
    `${whole(connections)} connections in rooms of ${socketsPerRoom}, two gateway processes, Redis between, 200-byte messages, medians of ${values.rounds} rounds; ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, commit ${commit}.`,
    '',
    '| | connections/s | memory per idle connection | delivered/s at saturation | CPU per delivered message | p50 / p99 at 500 msg/s | inbox frames/s to 200 | CPU per inbox frame |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ contender, result }) => row(contender.name, result)),
    '',
    ...ratios(rows),
    ...(stored
      ? [
          '',
          `With the Postgres commit before the acknowledgement, at 300 messages/s: p50 ${short(stored.p50)} ms, p99 ${short(stored.p99)} ms from sending to the other side's socket.`,
        ]
      : []),
  ].join('\n');
  console.log(text);
  if (values.write) writeSection(text);
} finally {
  await installation.context.close();
}

/** Parley's figures as shares of the rivals', beside what was aimed at. */
function ratios(rows: { contender: Contender; result: LoadResult }[]): string[] {
  const find = (part: string): LoadResult | undefined =>
    rows.find(({ contender }) => contender.name.includes(part))?.result;
  const [ours, io, once_] = [find('Parley'), find('Socket.IO'), find('frame once')];
  if (!ours || !io || !once_) return [];
  const cpu = ours.cpuMicrosecondsPerDelivery;
  const goals: [string, number, string][] = [
    ['CPU per delivered message against Socket.IO', cpu / io.cpuMicrosecondsPerDelivery, '≤ 0.5'],
    ['CPU per delivered message against “frame once”', cpu / once_.cpuMicrosecondsPerDelivery, '≤ 1.25'],
    ['inbox fan-out against Socket.IO', ours.inboxPerSecond / io.inboxPerSecond, '≥ 2.3'],
    ['memory per connection against Socket.IO', ours.bytesPerConnection / io.bytesPerConnection, '≤ 0.6'],
    ['p99 against Socket.IO', ours.p99 / io.p99, '≤ 1'],
  ];
  return [
    '| ratio | measured | goal |',
    '| --- | --- | --- |',
    ...goals.map(([name, ratio, goal]) => `| ${name} | ${short(ratio)} | ${goal} |`),
  ];
}
