/** What pg is asked while something is done. */
import { type Statement, Submission } from '@parley/db/submission';
import { Client } from 'pg';

/** The statements that `work` runs, with their values. */
export async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg has changed.');
  Reflect.set(Client.prototype, 'query', function record(this: Client, ...given: unknown[]) {
    const [submitted] = given;
    if (submitted instanceof Submission) statements.push(...submitted.statements);
    return Reflect.apply(original, this, given) as unknown;
  });
  try {
    await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
  }
  return statements;
}
