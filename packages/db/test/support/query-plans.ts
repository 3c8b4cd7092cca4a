import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { ColumnNames } from '../../src/column-names.ts';
import type { Database } from '../../src/database.ts';
import { preparingClient } from '../../src/prepared.ts';
import type { Tables } from '../../src/tables.ts';

/** A node of a plan as `auto_explain` reports it, with what it really did. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

export interface Explained {
  query: string;
  nodes: PlanNode[];
}

/**
 * Runs `work` and reports the plan of every statement it really ran, those inside SQL functions included: the server
 * explains what it executes, so that no copy of a query has to be kept in a test.
 */
export async function explain(url: string, work: (db: Database) => Promise<unknown>): Promise<Explained[]> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const pool = new Pool({ connectionString: url, options, max: 3 });
  const explained: Explained[] = [];
  // A pool that has ended does not wait until its connections are gone: dropping the database may cut one off.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The pool ends before its connections have, and the database may be dropped under them.
    client.on('error', () => undefined);
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{');
      if (!message.startsWith('duration:') || start < 0) return;
      const report = JSON.parse(message.slice(start)) as { 'Query Text': string; Plan: PlanNode };
      explained.push({ query: report['Query Text'], nodes: [...walk(report.Plan)] });
    });
  });
  const db: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => preparingClient(await pool.connect()),
        end: () => pool.end(),
      },
    }),
    plugins: [new ColumnNames()],
  });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
  return explained;
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}

const bigTables = new Set([
  'conversations',
  'messages',
  'reads',
  'conversation_search',
  'search_rows',
  'answers',
  'first_answers',
  'visitors',
  'contacts',
  'identities',
]);

/** Returns the big tables that a plan reads from one end to the other. */
export function fullScans(explained: Explained[]): string[] {
  return explained.flatMap(({ query, nodes }) =>
    nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && bigTables.has(node['Relation Name'] ?? ''))
      .map((node) => `${node['Relation Name']} in: ${query.slice(0, 300)}`),
  );
}

/** Rows of the big tables that were looked at, those thrown away included. */
export function rowsTouched(explained: Explained[]): number {
  let rows = 0;
  for (const { nodes } of explained) {
    for (const node of nodes) {
      if (!bigTables.has(node['Relation Name'] ?? '')) continue;
      rows += ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
    }
  }
  return rows;
}
