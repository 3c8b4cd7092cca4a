/** Processor time of processes, read from Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second: `USER_HZ`, proc(5). */
const ticksPerSecond = 100;

interface ProcessTime {
  name: string;
  parent: number;
  /** With the number of a process it names it for ever: numbers are used again. */
  startedAt: string;
  /** User and system time of its own. */
  seconds: number;
  /** User and system time of its descendants that have ended. */
  secondsOfEnded: number;
  /** Resident pages of 4 KiB. */
  pages: number;
}

/** @throws Error when there is no such process (any more) */
function timeOf(pid: number | string | undefined): ProcessTime {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may hold blanks and brackets, stands the third field of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    parent: Number(fields[1]),
    startedAt: fields[19] ?? '',
    seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    secondsOfEnded: (Number(fields[13]) + Number(fields[14])) / ticksPerSecond,
    pages: Number(fields[21]),
  };
}

/** Processor time of a process so far, in seconds. @throws Error when there is none of this number */
export const processorSeconds = (pid: number | undefined): number => timeOf(pid).seconds;

/** Bytes that a process has in memory. @throws Error when there is none of this number */
export const residentBytes = (pid: number | undefined): number => timeOf(pid).pages * 4096;

/** Processor time so far of the benchmark's own processes of this name, in seconds. */
export const secondsOfOurs = (name: string): number =>
  ourProcesses().reduce((sum, each) => (each.name === name ? sum + each.seconds : sum), 0);

/** Processor time so far of all the benchmark's own processes: its databases, its services and itself, in seconds. */
export const secondsOfAll = (): number =>
  ourProcesses().reduce((sum, { seconds, secondsOfEnded }) => sum + seconds + secondsOfEnded, 0);

function ourProcesses(): ProcessTime[] {
  const all = runningProcesses();
  return [...all].filter(([pid]) => isOurs(pid, all)).map(([, each]) => each);
}

const sampleMs = 1_000;

/**
 * Measures the processor time of other programs during a benchmark. The benchmark's own are the processes started by it
 * and its parent.
 */
export class OtherLoad {
  readonly #began = performance.now();
  readonly #last = new Map<string, number>();
  #seconds = 0;

  /** Looks every second, until the program ends. Where there is no /proc nothing is known. */
  constructor() {
    if (process.platform !== 'linux') return;
    this.#look();
    setInterval(() => this.#look(), sampleMs).unref();
  }

  /** Processors that were busy with something else, on average; NaN where that is not known. */
  get cores(): number {
    if (process.platform !== 'linux') return Number.NaN;
    this.#look();
    return (this.#seconds * 1000) / (performance.now() - this.#began);
  }

  #look(): void {
    const all = runningProcesses();
    const isFirst = this.#last.size === 0;
    for (const [pid, { startedAt, seconds }] of all) {
      const key = `${pid} ${startedAt}`;
      const before = this.#last.get(key) ?? (isFirst ? seconds : 0);
      this.#last.set(key, seconds);
      if (!isOurs(pid, all)) this.#seconds += seconds - before;
    }
  }
}

function runningProcesses(): Map<number, ProcessTime> {
  const all = new Map<number, ProcessTime>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      all.set(Number(name), timeOf(name));
    } catch {
      // It has ended by now.
    }
  }
  return all;
}

/** Whether a process is the benchmark's supervisor, or comes from it. */
function isOurs(pid: number, all: ReadonlyMap<number, ProcessTime>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
    if (at === process.ppid) return true;
  return false;
}
