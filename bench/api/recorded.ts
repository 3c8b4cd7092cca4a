/** What pg is asked while something is done. */
import { Client } from 'pg';

export interface Statement {
  /** Of a prepared one. */
  name?: string;
  text: string;
  values: unknown[];
}

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value;

/** The statements that `work` runs, with their values. */
export async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg has changed.');
  Reflect.set(Client.prototype, 'query', function record(this: Client, ...given: unknown[]) {
    const [first, values] = given;
    if (typeof first === 'string' && Array.isArray(values)) statements.push({ text: first, values });
    else if (isStatement(first)) statements.push({ ...first });
    return Reflect.apply(original, this, given) as unknown;
  });
  try {
    await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
  }
  return statements;
}
