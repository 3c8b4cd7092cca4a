/** Opens connections to Postgres wherever it runs: directly, behind a pooler, with a certificate of its own. */
import type { Pool, PoolClient } from 'pg';

/**
 * Returns the URL with the meaning that psql gives its `sslmode`
 * (https://www.postgresql.org/docs/current/libpq-ssl.html): `require` encrypts without checking the certificate,
 * `verify-full` checks it, against `sslrootcert` where one is given. Without this, pg reads `require` as `verify-full`,
 * and managed databases with a private authority refuse to connect.
 */
export function connectionString(url: string): string {
  const isLibpq = /[?&]sslmode=(?:disable|prefer|require|verify-ca|verify-full)\b/.test(url);
  return isLibpq && !url.includes('uselibpqcompat=') ? `${url}&uselibpqcompat=true` : url;
}

/** Recognizes the refusal of a pooler such as PgBouncer, which accepts a fixed list of startup parameters. */
const isUnsupportedParameter = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);

/**
 * Takes a connection from the pool. A pooler that refuses time limits as startup parameters is asked again without
 * them, and reported once through the pool's `error` event: they have to be set for the database's role then
 * (docs/operations.md, "Growing").
 */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!isUnsupportedParameter(error)) throw error;
    const { options } = pool;
    const isFirst = options.statement_timeout !== undefined;
    delete options.statement_timeout;
    delete options.idle_in_transaction_session_timeout;
    if (isFirst)
      pool.emit('error', new Error('A pooler refuses statement_timeout: set it for the role', { cause: error }));
    return pool.connect();
  }
}
