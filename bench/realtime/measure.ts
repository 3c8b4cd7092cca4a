/** Measures one contender under load, and formats its measurements. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Contender, start, stop } from './contenders.ts';
import type { Installation } from './installation.ts';
import type { LoadOrder, LoadResult } from './load.ts';

export const socketsPerRoom = 3;
const firstPort = 4_870;

export interface Measurement extends Partial<Pick<LoadOrder, 'phases' | 'rate' | 'shape' | 'staff'>> {
  installation: Installation;
  contender: Contender;
  /** For each part of the load. */
  seconds: number;
  /** Gateway processes; two unless given. */
  nodes?: number;
  /** Another Redis than the installation's. */
  redisUrl?: string;
}

/** Starts the contender's processes, loads them from a process of its own, and ends both. */
export async function measure({
  installation,
  contender,
  nodes = 2,
  redisUrl,
  ...order
}: Measurement): Promise<LoadResult> {
  const ports = Array.from({ length: nodes }, (_, index) => firstPort + index);
  const servers = await start(contender, ports, { ...installation.env, ...(redisUrl && { REDIS_URL: redisUrl }) });
  try {
    const whole: LoadOrder = {
      shape: 'neighbours',
      dialect: contender.dialect,
      ports,
      servers: servers.map(({ pid }) => pid ?? 0),
      rooms: installation.rooms,
      socketsPerRoom,
      staff: installation.staff,
      phases: ['latency', 'saturation', 'inbox'],
      rate: 500,
      ...order,
    };
    const result = await load(whole);
    console.error(contender.name, result);
    return result;
  } finally {
    await stop(servers);
  }
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const generator = spawn(process.execPath, [path.join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  generator.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  generator.stdin.end(JSON.stringify(order));
  const [code] = await once(generator, 'exit');
  if (code !== 0) throw new Error(`The load ended with ${String(code)}`);
  return JSON.parse(output) as LoadResult;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

/** Measurement by measurement. One that was not measured is NaN. */
export function medians(results: LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult): number => median(results.map((result) => result[key] ?? Number.NaN));
  return {
    connectionsPerSecond: of('connectionsPerSecond'),
    cpuMicrosecondsPerConnection: of('cpuMicrosecondsPerConnection'),
    bytesPerConnection: of('bytesPerConnection'),
    deliveredPerSecond: of('deliveredPerSecond'),
    cpuMicrosecondsPerDelivery: of('cpuMicrosecondsPerDelivery'),
    p50: of('p50'),
    p99: of('p99'),
    inboxPerSecond: of('inboxPerSecond'),
    inboxCpuMicroseconds: of('inboxCpuMicroseconds'),
  };
}

export const whole = (number: number): string => Math.round(number).toLocaleString('en-US');
export const short = (number: number): string => number.toFixed(number < 10 ? 2 : 1);

/** A table in Markdown; the first row names the columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}
