/**
 * The whole stack under realistic traffic, at rising rates until the slowest 1 % take longer than half a second or more
 * than 1 % of the visits fail; or for a long time at one rate, to see whether memory grows.
 *
 *   npm run bench -- load [--seconds=60] [--rates=5,10,20,40,80] [--ai] [--write]
 *   npm run bench -- load --soak --minutes=30 [--rate=5] [--write]
 */
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startModelServer } from '@parley/testing/openai';
import { startStack } from '@parley/e2e/stack';
import { circumstances, writePart } from '../page.ts';
import { assembleTeam, type Measurements, noMeasurements, type Team, visit } from './traffic.ts';
import { type Usage, usage } from './usage.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rates: { type: 'string', default: '5,10,20,40,80' },
    ai: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const kinds = ['api', 'realtime', 'worker', 'front'];
const tooSlowMs = 500;
const tooManyFailures = 0.01;
/** Before the first measurements: just-in-time compilation, pools, caches. */
const warmUpSeconds = 5;

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
const ms = (values: number[], share: number): string =>
  quantile(values, share).toFixed(quantile(values, share) < 10 ? 1 : 0);

const model = options.ai ? await startModelServer() : undefined;
const stack = await startStack({
  realtimes: 2,
  env: model ? { OPENAI_BASE_URL: model.url, AI_TOKENS_PER_VISITOR_AND_DAY: '0' } : {},
});
const services = [...stack.apis, ...stack.realtimes, ...stack.workers, stack.front];
try {
  const team = await assembleTeam(stack);
  if (model) await stack.call('POST', '/api/settings', { as: team.admin, body: { aiConfig: { enabled: true } } });
  let visitors = 0;
  /** Visitors arrive at `rate` a second, on average, for `seconds`. Answers when the last one has come: they leave later. */
  const traffic: Traffic = async (rate, seconds, measurements) => {
    const visits: Promise<void>[] = [];
    const began = performance.now();
    // Independent arrivals: exponentially distributed pauses, which a generator that is behind makes up for.
    for (let at = 0; at < seconds * 1000; at += (-Math.log(1 - Math.random()) / rate) * 1000) {
      const early = began + at - performance.now();
      if (early > 1) await pause(early);
      visits.push(visit(stack, team, visitors++, measurements));
    }
    return { allLeft: Promise.all(visits) };
  };
  await (await traffic(2, warmUpSeconds, noMeasurements())).allLeft;
  const lines = options.soak ? await soak(traffic) : await rising(traffic, team);
  team.close();
  const where = `One API, two gateways, one worker, front, Postgres, Redis and the load itself on ${circumstances()}.`;
  const text = [where, '', ...lines].join('\n');
  console.log(text);
  if (options.write) writePart(options.soak ? 'soak' : options.ai ? 'load with AI' : 'load', text);
} finally {
  await stack.stop();
  await model?.close();
}

type Traffic = (rate: number, seconds: number, measurements: Measurements) => Promise<{ allLeft: Promise<unknown> }>;

async function rising(traffic: Traffic, { clients }: Team): Promise<string[]> {
  const lines = [
    `${clients.length} sockets of staff, the assistant ${options.ai ? 'on, with a local model server' : 'off'}. A visit is a session, a socket, three messages, three answers.`,
    '',
    '| visits/s | messages/s | send to acknowledgement p50 / p99 | to the representative p50 / p99 | to the visitor p50 / p99 | failed | CPU of one core: api, gateways, worker, front | memory: api, gateway, worker, front |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  const free = (): number => os.cpus().reduce((sum, { times }) => sum + times.idle, 0);
  for (const rate of options.rates.split(',').map(Number)) {
    const measurements = noMeasurements();
    const [before, began, idle, load] = [services.map(usage), performance.now(), free(), process.cpuUsage()];
    const { allLeft } = await traffic(rate, Number(options.seconds), measurements);
    // The machine's load is measured while clients come, not while the last ones leave.
    const seconds = (performance.now() - began) / 1000;
    const used = services.map(usage);
    const spent = used.map(({ cpuSeconds }, index) => cpuSeconds - (before[index]?.cpuSeconds ?? 0));
    const { user, system } = process.cpuUsage(load);
    const ours = (spent.reduce((sum, each) => sum + each, 0) + (user + system) / 1e6) / seconds / os.cpus().length;
    const idleShare = (free() - idle) / 1000 / seconds / os.cpus().length;
    const messages = Math.round((measurements.toAck.length + measurements.toVisitor.length) / seconds);
    await allLeft;
    const { toAck, toStaff, toVisitor, failures, arrivals } = measurements;
    const pair = (values: number[]): string => `${ms(values, 0.5)} / ${ms(values, 0.99)} ms`;
    lines.push(
      `| ${rate} | ${messages} | ${pair(toAck)} | ${pair(toStaff)} | ${pair(toVisitor)} | ${failures.length} of ${arrivals} | ${cpu(before, used, seconds)} | ${memory(used)} |`,
    );
    console.error(
      lines.at(-1),
      `machine ${Math.round(100 * (1 - idleShare))} % busy`,
      [...new Set(failures)].join('; '),
    );
    const isBroken = quantile(toAck, 0.99) > tooSlowMs || failures.length > arrivals * tooManyFailures;
    if (isBroken) {
      lines.push('', knee(rate, 1 - idleShare, ours));
      break;
    }
  }
  return lines;
}

async function soak(traffic: Traffic): Promise<string[]> {
  const minutes = Number(options.minutes);
  const lines = [
    `${options.rate} visits a second for ${minutes} minutes; memory of each process at ten moments, in MB.`,
    '',
    `| minute | ${services.map(({ name }) => name).join(' | ')} | p99 to acknowledgement |`,
    `| --- | ${services.map(() => '---').join(' | ')} | --- |`,
  ];
  for (let part = 1; part <= 10; part += 1) {
    const measurements = noMeasurements();
    await (await traffic(Number(options.rate), (minutes * 60) / 10, measurements)).allLeft;
    const sizes = services.map((service) => Math.round(usage(service).megabytes));
    lines.push(`| ${((part * minutes) / 10).toFixed(1)} | ${sizes.join(' | ')} | ${ms(measurements.toAck, 0.99)} ms |`);
    console.error(lines.at(-1), measurements.failures.length > 0 ? `${measurements.failures.length} failed` : '');
  }
  return lines;
}

/** Names the limiting part, as far as that can be seen from outside. Both shares are of all cores. */
function knee(rate: number, busy: number, ours: number): string {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const text = `It broke at ${rate} visits a second: the machine was ${percent(busy)} busy, of which the services and the load generator used ${percent(ours)}.`;
  if (busy < 0.9) return `${text} It was not for want of CPU.`;
  if (ours < busy / 2)
    return `${text} Most went to Postgres, Redis and whatever else ran there, so this is not the services' own limit.`;
  return `${text} CPU was the limit.`;
}

/** Formats processor time per kind of service, summed over its processes. */
function cpu(before: Usage[], after: Usage[], seconds: number): string {
  return kinds
    .map((kind) => {
      const spent = after.map(({ name, cpuSeconds }, index) =>
        name.startsWith(kind) ? cpuSeconds - (before[index]?.cpuSeconds ?? 0) : 0,
      );
      return `${Math.round((100 * spent.reduce((sum, each) => sum + each, 0)) / seconds)} %`;
    })
    .join(', ');
}

/** Formats the memory of the largest process of each kind. */
function memory(used: Usage[]): string {
  return kinds
    .map((kind) => Math.max(...used.filter(({ name }) => name.startsWith(kind)).map(({ megabytes }) => megabytes)))
    .map((megabytes) => `${Math.round(megabytes)} MB`)
    .join(', ');
}
