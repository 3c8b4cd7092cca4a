/**
 * Stores actions, the hosts that they may call, and the MCP servers that some come from. The caller encrypts secrets.
 */
import type { KnownOffer } from '@parley/contracts/assistant/tools';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ToolServersTable, ToolsTable } from '../tables/work.ts';

export type StoredTool = Selectable<ToolsTable>;
export type StoredToolServer = Selectable<ToolServersTable>;
export type NewTool = Omit<StoredTool, 'id' | 'createdAt' | 'updatedAt'>;
/** Columns of an action that are needed to offer and call it. */
export type KnownTool = NewTool & Pick<StoredTool, 'id'>;

/** Returns all actions by name, switched off ones included; headers are encrypted. */
export async function listTools(db: Database): Promise<StoredTool[]> {
  return db.selectFrom('tools').selectAll().orderBy('name').execute();
}

/** Returns true if the assistant may call any action. */
export async function hasActiveTools(db: Database): Promise<boolean> {
  const found = await db.selectFrom('tools').select('id').where('isActive', '=', true).limit(1).executeTakeFirst();
  return found !== undefined;
}

export async function findTool(db: Database, id: string): Promise<StoredTool | undefined> {
  return db.selectFrom('tools').selectAll().where('id', '=', id).executeTakeFirst();
}

const columnsOf = (tool: NewTool) => ({
  ...tool,
  parameters: JSON.stringify(tool.parameters),
  bindings: JSON.stringify(tool.bindings),
  http: tool.http && JSON.stringify(tool.http),
});

/** Undefined where another one has the name, or the id. */
export async function insertTool(db: Database, tool: NewTool & { id?: string }): Promise<StoredTool | undefined> {
  return db
    .insertInto('tools')
    .values(columnsOf(tool))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined where there is none. @throws a unique violation where another one has the name */
export async function updateTool(db: Database, id: string, tool: NewTool): Promise<StoredTool | undefined> {
  return db
    .updateTable('tools')
    .set({ ...columnsOf(tool), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Locks these actions against other changes until the transaction ends. */
export async function lockTools(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.selectFrom('tools').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Stores an MCP server's offer as the one that an action was made from, unless one is already stored. */
export async function rememberOffer(db: Database, id: string, serverOffer: string): Promise<void> {
  await db.updateTable('tools').set({ serverOffer }).where('id', '=', id).where('serverOffer', 'is', null).execute();
}

/** Deletes an action and returns it as it was; undefined if it was deleted before. */
export async function deleteTool(db: Database, id: string): Promise<StoredTool | undefined> {
  return db.deleteFrom('tools').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Returns the hosts that actions may call, in alphabetical order. */
export async function listToolHosts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('toolHosts').select('host').orderBy('host').execute();
  return rows.map(({ host }) => host);
}

/** Replaces the list of hosts. The caller holds its lock. */
export async function replaceToolHosts(transaction: Transaction, hosts: readonly string[]): Promise<void> {
  await transaction.deleteFrom('toolHosts').execute();
  if (hosts.length === 0) return;
  await transaction
    .insertInto('toolHosts')
    .values(hosts.map((host) => ({ host })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the list against other writers until the transaction ends. */
export async function lockToolHosts(transaction: Transaction): Promise<void> {
  await sql`lock table tool_hosts in share row exclusive mode`.execute(transaction);
}

/** Returns the MCP servers, oldest first; headers are encrypted. */
export async function listToolServers(db: Database): Promise<StoredToolServer[]> {
  return db.selectFrom('toolServers').selectAll().orderBy('id').execute();
}

export async function findToolServer(db: Database, id: string): Promise<StoredToolServer | undefined> {
  return db.selectFrom('toolServers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores an MCP server, whose tools are unknown until it is asked. */
export async function insertToolServer(
  db: Database,
  server: Pick<StoredToolServer, 'name' | 'url' | 'headers'>,
): Promise<StoredToolServer> {
  return db
    .insertInto('toolServers')
    .values({ ...server, headers: JSON.stringify(server.headers) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates a locked server. A new address clears the offers, which came from the old one. */
export async function updateToolServer(
  transaction: Transaction,
  { id, url }: Pick<StoredToolServer, 'id' | 'url'>,
  server: Pick<StoredToolServer, 'name' | 'url' | 'headers'>,
): Promise<StoredToolServer> {
  return transaction
    .updateTable('toolServers')
    .set({
      ...server,
      headers: JSON.stringify(server.headers),
      updatedAt: sql<Date>`now()`,
      ...(server.url !== url && { offers: null, offersAt: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a server's current offers, unless its address was changed in the meantime. */
export async function noteOffers(
  db: Database,
  { id, url }: Pick<StoredToolServer, 'id' | 'url'>,
  offers: readonly KnownOffer[],
): Promise<void> {
  await db
    .updateTable('toolServers')
    .set({ offers: JSON.stringify(offers), offersAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('url', '=', url)
    .execute();
}

/** Deletes a server and returns it as it was; undefined if it was deleted before. */
export async function deleteToolServer(db: Database, id: string): Promise<StoredToolServer | undefined> {
  return db.deleteFrom('toolServers').where('id', '=', id).returningAll().executeTakeFirst();
}
