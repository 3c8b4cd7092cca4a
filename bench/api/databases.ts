/** The databases that are measured: made once per state of the schema, then copied. */
import type { Amount } from '@parley/db/generate';
import { createGeneratedDatabase } from '@parley/db/generate/database';
import type { TestDatabase } from '@parley/db/testing';

/** A database of that many conversations and messages. Making it takes minutes the first time; copies are quick. */
export const databaseOf = (amount: Amount): Promise<TestDatabase> => createGeneratedDatabase(amount);

if (import.meta.main) {
  for (const count of process.argv.slice(2).map(Number)) {
    const database = await databaseOf({ conversations: count, messages: count * 3 });
    await database.drop();
  }
}
