/**
 * Limits the time of synchronous work. Readers of strangers' text are linear (`e2e/fuzz/lib/text-readers.ts`); this is for
 * the case that one of them is not, so that a single text can't block a process.
 */
import { createContext, Script } from 'node:vm';

/** Thrown when synchronous work takes longer than allowed. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

const sandbox: { work: (() => void) | undefined } = { work: undefined };
const place = createContext(sandbox);
const script = new Script('work()');

const isTimeout = (error: unknown): boolean =>
  // It is an error of the sandbox, so of no class of ours.
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/**
 * Returns the result of `work`. Node ends it from another thread, also inside a regular expression.
 * @throws OutOfTime after so many milliseconds, and what `work` throws
 */
export function withinTime<T>(ms: number, work: () => T): T {
  const results: { value: T }[] = [];
  const outer = sandbox.work;
  sandbox.work = () => {
    results.push({ value: work() });
  };
  try {
    script.runInContext(place, { timeout: ms });
  } catch (error) {
    throw isTimeout(error) ? new OutOfTime(`Not done after ${ms} ms.`, { cause: error }) : error;
  } finally {
    sandbox.work = outer;
  }
  const [result] = results;
  if (!result) throw new OutOfTime(`Not done after ${ms} ms.`);
  return result.value;
}

/**
 * Returns the result of `work`, or `otherwise` if it takes longer than so many milliseconds. @throws what `work` throws
 */
export function inTime<T, O>(ms: number, work: () => T, otherwise: O): T | O {
  try {
    return withinTime(ms, work);
  } catch (error) {
    if (error instanceof OutOfTime) return otherwise;
    throw error;
  }
}

/** Limit for the messages of a conversation, or a model's text: a hundred times the usual time. */
export const readingMs = 3_000;
