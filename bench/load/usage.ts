/** Measures processor time and memory of a process. */
import type { Service } from '@parley/e2e/process';
import { processorSeconds, residentBytes } from '../processor-time.ts';

export interface Usage {
  name: string;
  cpuSeconds: number;
  megabytes: number;
}

export const usage = ({ name, process: { pid } }: Service): Usage => ({
  name,
  cpuSeconds: processorSeconds(pid),
  megabytes: residentBytes(pid) / 1024 / 1024,
});
