/** How the time that a reader takes grows with what it reads: fourfold for four times as much, whatever is in it. */

const factor = 4;
/** Linear is 4, quadratic 16. */
const mostGrowth = 9;
/** Below this both take no time, and a quotient says nothing. Milliseconds of processor time. */
const noise = 4;
const attempts = 4;

export interface Growth {
  /** Times as long for four times as much. */
  growth: number;
  /** Milliseconds of processor time for the small and the large input. */
  small: number;
  large: number;
}

/** Milliseconds of this thread’s own processor time: whatever else the machine is doing doesn't count. */
async function timeOf<T>(read: (input: T) => unknown, input: T): Promise<number> {
  const before = process.threadCpuUsage();
  await read(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Compares medians of inputs of `size` and four times that; again, more often, while that looks too much. */
export async function growthOf<T>(
  make: (size: number) => T,
  read: (input: T) => unknown,
  size: number,
): Promise<Growth> {
  const [small, large] = [make(size), make(factor * size)];
  await timeOf(read, small);
  let least: Growth = { growth: Infinity, small: 0, large: 0 };
  for (let attempt = 1; attempt <= attempts && isTooMuch(least); attempt += 1) {
    const times: [number[], number[]] = [[], []];
    for (let repeat = 0; repeat < 2 * attempt - 1; repeat += 1) {
      times[0].push(await timeOf(read, small));
      times[1].push(await timeOf(read, large));
    }
    const [a, b] = [median(times[0]), median(times[1])];
    const growth = (b + noise) / (a + noise);
    if (growth < least.growth) least = { growth, small: a, large: b };
  }
  return least;
}

export const isTooMuch = ({ growth }: Growth): boolean => growth > mostGrowth;
