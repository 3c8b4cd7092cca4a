/**
 * Synchronous work with an end to its time. Readers of strangers' text are linear (`e2e/fuzz/text-readers.ts`); this holds
 * where one of them is not, so that a single text never keeps a process from everybody else's work.
 */
import { createContext, Script } from 'node:vm';

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
 * What `work` returns. Node ends it from another thread, also inside a regular expression.
 *
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

/** What `work` returns, or `otherwise` where it is not done after so many milliseconds. @throws what `work` throws */
export function inTime<T, O>(ms: number, work: () => T, otherwise: O): T | O {
  try {
    return withinTime(ms, work);
  } catch (error) {
    if (error instanceof OutOfTime) return otherwise;
    throw error;
  }
}

/** For the messages of a conversation, or what a model made of them: a hundred times what reading them takes. */
export const readingMs = 3_000;
