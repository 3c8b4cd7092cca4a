import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import { type CustomTypesConfig, DatabaseError, Pool, types as pgTypes } from 'pg';
import { ColumnNames } from './column-names.ts';
import { connectionString, takeConnection } from './connection.ts';
import { readInstant, timestamptz } from './instant.ts';
import { pools, preparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

/** The handle every query takes first. A transaction is one too. */
export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseOptions {
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Milliseconds after which the server cancels a statement; 0 for never. 30 s by default. */
  statementTimeoutMs?: number;
  /** Milliseconds to wait for a connection before giving up; 5 s by default. */
  connectTimeoutMs?: number;
  /** Told when an idle connection breaks, as all do when Postgres restarts; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
}

/** By PostgreSQL's type ids. Counts and costs (`int8`, `numeric`) fit a double; pg would answer both as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [timestamptz, readInstant],
]);

const types: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? (format === 'binary' ? pgTypes.getTypeParser(id, format) : pgTypes.getTypeParser(id)),
};

/**
 * Opens a pool. Connects on first use, so that a process can start before its database does; end it with `destroy()`.
 * Columns are snake_case in SQL and camelCase here, in the rows of raw `sql` too (`column-names.ts`).
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { statementTimeoutMs = 30_000, connectTimeoutMs = 5_000 } = options;
  const pool = new Pool({
    connectionString: connectionString(url),
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName ?? 'parley',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    types,
  });
  // Without listeners a broken connection would end the process: the pool's for idle ones, the connection's own for one
  // that breaks between two statements of a transaction.
  const onError = (error: Error): void => options.onConnectionError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db: Database = new Kysely({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => preparingClient(await takeConnection(pool)),
        end: () => pool.end(),
      },
    }),
    plugins: [new ColumnNames()],
  });
  pools.set(db, pool);
  return db;
}

/** Connections open, idle and waited for, for the gauges. */
export function poolStats(db: Database): { total: number; idle: number; waiting: number; max: number } {
  const pool = pools.get(db);
  return {
    total: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
    max: pool?.options.max ?? 0,
  };
}

/** Returns true if a row is still referenced, or references a missing row. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint));

/** Returns true for a violation of a unique index; `index` limits it to one. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && (!index || error.constraint === index);
}

/** Returns true if Postgres aborted a statement that others blocked (deadlock, lock, timeout): a retry may succeed. */
export const isPassingFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:40|55|57)/.test(error.code ?? '');
