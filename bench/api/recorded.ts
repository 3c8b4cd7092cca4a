/** Records the statements that Postgres gets during some work. */
import { sentStatements, type Statement } from '@parley/db/prepared';

/** The statements that `work` runs, with their values. */
export async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const record = (sent: unknown): void => void statements.push(sent as Statement);
  sentStatements.subscribe(record);
  try {
    await work();
  } finally {
    sentStatements.unsubscribe(record);
  }
  return statements;
}
