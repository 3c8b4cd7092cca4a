/** What a process uses, read from Linux: CPU time and memory. */
import { readFileSync } from 'node:fs';
import type { Service } from '@parley/e2e/process';

/** The kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

export interface Usage {
  name: string;
  cpuSeconds: number;
  megabytes: number;
}

export function usage({ name, process: { pid } }: Service): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields after the command's name, which may hold blanks: user and system time are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return { name, cpuSeconds, megabytes: kilobytes / 1024 };
}
