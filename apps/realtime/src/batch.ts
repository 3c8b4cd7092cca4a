/** Many small questions to the database, answered by few queries. */
import { Problem } from '@parley/contracts/problems';

export interface BatchOptions<Question, Answer> {
  /** Answers all questions at once, in their order. */
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /** Questions in one query at most. */
  size: number;
}

/** Queries of one kind under way at once, so that others find a free connection. */
const concurrentQueriesMax = 2;
/** A question waits so long for others to go with: a connection's cost is mostly its queries', and nobody sees 10 ms. */
const batchMs = 10;
/** Questions waiting; beyond it the client is told to come back. */
const waitingMax = 20_000;

interface PendingQuestion<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Batches questions. Those of 10 ms go together, at most `size`, while fewer than two queries are under way; later ones
 * wait for their turn. So a storm of reconnecting clients needs two connections and a query per `size` clients, first
 * come first served, and nobody waits for a connection of their own.
 *
 * The returned function rejects with the error of `answer`, and with Problem `unavailable` when too many wait already.
 */
export function batch<Question, Answer>({
  answer,
  size,
}: BatchOptions<Question, Answer>): (question: Question) => Promise<Answer> {
  const waiting: PendingQuestion<Question, Answer>[] = [];
  let queries = 0;
  let batching: NodeJS.Timeout | undefined;

  async function ask(asked: PendingQuestion<Question, Answer>[]): Promise<void> {
    queries += 1;
    try {
      const answers = await answer(asked.map(({ question }) => question));
      for (const [index, each] of answers.entries()) asked[index]?.resolve(each);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    queries -= 1;
    if (!batching) next();
  }

  function next(): void {
    clearTimeout(batching);
    batching = undefined;
    while (queries < concurrentQueriesMax && waiting.length > 0) void ask(waiting.splice(0, size));
  }

  return async (question) => {
    if (waiting.length >= waitingMax) {
      throw new Problem('unavailable', 'Too many ask at once. Please try again.', { retryAfterSeconds: 2 });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ question, resolve, reject });
    if (waiting.length >= size) next();
    else batching ??= setTimeout(next, batchMs);
    return promise;
  };
}
