import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Amount, generate } from '../generate.ts';
import { migrate } from '../migrate.ts';
import { cloneDatabase, ensureTemplate, migrationsHash, type TestDatabase } from '../testing.ts';

/**
 * A database of its own with that many made-up conversations: generated once per server and state of schema and
 * generator (half a minute for a million messages), cloned from then on (seconds).
 */
export async function createGeneratedDatabase(amount: Amount): Promise<TestDatabase> {
  const { conversations, messages, days = 365 } = amount;
  const family = `parley_made_${conversations}_${messages}_${days}`;
  const template = await ensureTemplate(family, `${migrationsHash()}_${generatorHash()}`, async (url) => {
    await migrate(url);
    await generate(url, amount);
  });
  return cloneDatabase(template);
}

function generatorHash(): string {
  const files = readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name));
  const hash = createHash('sha256');
  for (const file of [join(import.meta.dirname, '../generate.ts'), ...files.toSorted()])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}
