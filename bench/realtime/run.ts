/**
 * The gateway measured; prints a table, and with `--write` puts it into `bench/results.md`.
 *
 *   npm run bench -- realtime             against its rivals, side by side: two processes each, Redis between
 *   npm run bench -- realtime --random    the same, random members sending by clients of the `ws` library, the rivals only relaying
 *   npm run bench -- realtime --curve     one to four gateway processes
 *   npm run bench -- realtime --cluster   a Redis Cluster of three masters (started here) instead of one Redis
 *
 *   [--connections 10000] [--rounds 3] [--seconds 6] [--write], and for the rivals [--only part-of-a-name]
 *
 * Rooms of three, 200-byte messages. Needs DATABASE_URL and REDIS_URL of servers that have nothing else to do.
 */
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { type Contender, parley, parleyStoring, relays, rivals } from './contenders.ts';
import { createInstallation } from './installation.ts';
import type { LoadResult } from './load.ts';
import { measure, type Measurement, medians, short, socketsPerRoom, table, whole } from './measure.ts';
import { circumstances, writePart } from '../page.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string' },
    random: { type: 'boolean', default: false },
    curve: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const curveNodes = [1, 2, 3, 4];
const load = `${whole(connections)} connections in rooms of ${socketsPerRoom}, 200-byte messages, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}`;

/** Measures several in turn, round by round, so that none has the machine's better minutes to itself. */
async function inTurns(measurements: readonly Measurement[]): Promise<LoadResult[]> {
  const results: LoadResult[][] = measurements.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, each] of measurements.entries()) results[index]?.push(await measure(each));
  }
  return results.map(medians);
}

const withoutInbox: Pick<Measurement, 'phases'> = { phases: ['latency', 'saturation'] };

async function besideRivals(): Promise<string> {
  const contenders = [...rivals, parley].filter(({ name }) => !values.only || name.includes(values.only));
  const results = await inTurns(contenders.map((contender) => ({ installation, contender, seconds })));
  const rows = results.flatMap((result, index) => {
    const contender = contenders[index];
    return contender ? [{ contender, result }] : [];
  });
  const head = [
    '',
    'connections/s',
    'CPU per connection',
    'memory per idle connection',
    'delivered/s at saturation',
    'CPU per delivered message',
    'p50 / p99 at 500 msg/s',
    'inbox frames/s to 200',
    'CPU per inbox frame',
  ];
  const cells = rows.map(({ contender, result }) => [
    contender.name,
    whole(result.connectionsPerSecond),
    `${whole(result.cpuMicrosecondsPerConnection)} µs`,
    `${short(result.bytesPerConnection / 1000)} kB`,
    ...deliveryCells(result),
    whole(result.inboxPerSecond),
    `${short(result.inboxCpuMicroseconds)} µs`,
  ]);
  const paragraphs = [
    `${load}, two gateway processes, Redis between; ${circumstances()}. Memory is resident memory after a forced garbage collection, before and after connecting, for every contender alike.`,
    table([head, ...cells]),
    ratios(rows),
  ];
  if (!values.only) {
    const storing: Measurement = { installation, contender: parleyStoring, seconds, phases: ['latency'], rate: 300 };
    const [stored] = await inTurns([storing]);
    if (!stored) throw new Error('Nothing was measured.');
    paragraphs.push(
      `With the Postgres commit before the acknowledgement, at 300 messages/s: p50 ${short(stored.p50)} ms, p99 ${short(stored.p99)} ms from sending to the other side's socket.`,
    );
  }
  return paragraphs.filter(Boolean).join('\n\n');
}

/** Parley tells its inbox of every message, as always; what the rivals leave out is the smallest gateway there can be. */
async function besideRelays(): Promise<string> {
  const contenders = [...relays, parley].filter(({ name }) => !values.only || name.includes(values.only));
  const results = await inTurns(
    contenders.map((contender) => ({ installation, contender, seconds, shape: 'random', ...withoutInbox })),
  );
  const head = [
    '',
    'connections/s',
    'CPU per connection',
    'delivered/s at saturation',
    'CPU per delivered message',
    'p50 / p99 at 500 msg/s',
  ];
  const cells = results.map((result, index) => [
    contenders[index]?.name ?? '',
    whole(result.connectionsPerSecond),
    `${whole(result.cpuMicrosecondsPerConnection)} µs`,
    ...deliveryCells(result),
  ]);
  const [io, once, guaranteed, ours] = values.only ? [] : results;
  const share = (other: LoadResult | undefined): string =>
    short((ours?.cpuMicrosecondsPerDelivery ?? Number.NaN) / (other?.cpuMicrosecondsPerDelivery ?? Number.NaN));
  return [
    `${load}, random members sending by the \`ws\` library, two gateway processes, Redis between; ${circumstances()}. The rivals pass messages on and do nothing else, but for the last: it also keeps a limit for all processes together, acknowledges each message and sends the inbox its frame.`,
    table([head, ...cells]),
    ours
      ? `CPU per delivered message: ${share(io)} × Socket.IO, ${share(once)} × “frame once, one publish a tick”, ${share(guaranteed)} × the same with the guarantees.`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

async function curve(): Promise<string> {
  const results = await inTurns(
    curveNodes.map((nodes) => ({ installation, contender: parley, seconds, nodes, ...withoutInbox })),
  );
  const head = [
    'gateway processes',
    'delivered/s at saturation',
    'CPU per delivered message',
    'p50 / p99 at 500 msg/s',
  ];
  const cells = results.map((result, index) => [`${curveNodes[index]}`, ...deliveryCells(result), coresOf(result)]);
  return [
    `From one to four gateway processes: ${load}; ${circumstances()}. Load generator, Redis and gateways share these cores: where they are full, another process adds no speed, and what it costs shows in the CPU per message.`,
    table([[...head, 'cores the gateways use at saturation'], ...cells]),
  ].join('\n\n');
}

async function onCluster(): Promise<string> {
  const cluster = await startCluster();
  try {
    const common = { installation, contender: parley, seconds, ...withoutInbox };
    const results = await inTurns([common, { ...common, redisUrl: cluster.url }]);
    const head = ['', 'delivered/s at saturation', 'CPU per delivered message', 'p50 / p99 at 500 msg/s'];
    const names = ['one Redis, pub/sub', 'Redis Cluster of three masters, sharded pub/sub'];
    const cells = results.map((result, index) => [names[index] ?? '', ...deliveryCells(result), coresOf(result)]);
    return [
      `Two gateway processes on one Redis, and on a Redis Cluster of three masters on the same machine: ${load}; ${circumstances()}.`,
      table([[...head, 'cores the gateways use at saturation'], ...cells]),
    ].join('\n\n');
  } finally {
    await cluster.stop();
  }
}

const deliveryCells = (result: LoadResult): string[] => [
  whole(result.deliveredPerSecond),
  `${short(result.cpuMicrosecondsPerDelivery)} µs`,
  `${short(result.p50)} / ${short(result.p99)} ms`,
];

const coresOf = ({ deliveredPerSecond, cpuMicrosecondsPerDelivery }: LoadResult): string =>
  short((deliveredPerSecond * cpuMicrosecondsPerDelivery) / 1e6);

/** Parley's measurements as shares of the rivals', beside what was aimed at; empty unless all were measured. */
function ratios(rows: { contender: Contender; result: LoadResult }[]): string {
  const find = (part: string): LoadResult | undefined =>
    rows.find(({ contender }) => contender.name.includes(part))?.result;
  const [ours, io, once] = [find('Parley'), find('Socket.IO'), find('frame once')];
  if (!ours || !io || !once) return '';
  const cpu = ours.cpuMicrosecondsPerDelivery;
  const goals: [string, number, string][] = [
    ['CPU per delivered message against Socket.IO', cpu / io.cpuMicrosecondsPerDelivery, '≤ 0.5'],
    ['CPU per delivered message against “frame once”', cpu / once.cpuMicrosecondsPerDelivery, '≤ 1'],
    ['inbox fan-out against Socket.IO', ours.inboxPerSecond / io.inboxPerSecond, '≥ 2.3'],
    ['memory per connection against Socket.IO', ours.bytesPerConnection / io.bytesPerConnection, '≤ 0.6'],
    ['p99 against Socket.IO', ours.p99 / io.p99, '≤ 1'],
  ];
  return table([['ratio', 'measured', 'goal'], ...goals.map(([name, ratio, goal]) => [name, short(ratio), goal])]);
}

const [section, makeSection]: [string, () => Promise<string>] = values.random
  ? ['gateway, random senders', besideRelays]
  : values.curve
    ? ['gateway curve', curve]
    : values.cluster
      ? ['gateway cluster', onCluster]
      : ['gateway', besideRivals];
const installation = await createInstallation({ rooms: Math.ceil(connections / socketsPerRoom), staff: 200 });
try {
  const text = await makeSection();
  console.log(text);
  if (values.write) writePart(section, text);
} finally {
  await installation.context.close();
}
