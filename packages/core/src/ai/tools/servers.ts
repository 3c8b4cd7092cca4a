/**
 * Manages the allowed hosts of actions, and the MCP servers that some come from. Secret headers are stored encrypted
 * and returned as a mask.
 */
import { Problem } from '@parley/contracts/problems';
import {
  type OfferedTool,
  toolAnswerMaxBytes,
  type ToolServer,
  type ToolServerDefinition,
  toolTimeoutMaxSeconds,
} from '@parley/contracts/assistant/tools';
import * as stored from '@parley/db/tools/definitions';
import { type AsSeen, goneOr, holdAsSeen, refuseChanged } from '../../as-seen.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { differencesOf } from '../../audit/differences.ts';
import { recordAudit } from '../../audit/record.ts';
import type { ExternalContext } from '../../external/services.ts';
import { allowed, masked, noServer, encrypted } from './checked.ts';
import { offeredTools } from './mcp-call.ts';
import { asToolFailed } from './outcome.ts';
import { hostOfCall, openHeaders } from './stored-tools.ts';
import { refuseWithout } from '../../permissions/permissions.ts';

const aboutServer = (id: string) => ({ type: 'tool_server', id });

const asServer = ({ headers, offersAt, createdAt, updatedAt, ...server }: stored.StoredToolServer): ToolServer => ({
  ...server,
  headers: masked(headers),
  offersAt: offersAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Lists the hosts that actions may call. @throws Problem `forbidden` without the permission `tools.manage` */
export async function readHosts(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<string[]> {
  await refuseWithout(context, caller, 'tools.manage');
  return stored.listToolHosts(context.db);
}

/** The list of hosts, which is one for all. */
const hostList = { type: 'tool_hosts', id: 'tool_hosts' };

/** Replaces the list: actions with other hosts are no longer called. @throws Problem as `refuseChanged` */
export async function replaceHosts(
  context: Context,
  caller: StaffCaller,
  hosts: readonly string[],
  expected?: { hosts?: string[] },
): Promise<string[]> {
  await refuseWithout(context, caller, 'tools.manage');
  return context.db.transaction().execute(async (db) => {
    await stored.lockToolHosts(db);
    const before = await stored.listToolHosts(db);
    await refuseChanged(db, { id: hostList.id, present: { hosts: before }, change: { hosts }, expected });
    await stored.replaceToolHosts(db, hosts);
    const details = { before, after: hosts };
    await recordAudit({ db }, caller, { action: 'tool_hosts.updated', subject: hostList, details });
    return stored.listToolHosts(db);
  });
}

/** Lists the MCP servers. @throws Problem `forbidden` without the permission `tools.manage` */
export async function listServers(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<ToolServer[]> {
  await refuseWithout(context, caller, 'tools.manage');
  return (await stored.listToolServers(context.db)).map(asServer);
}

/** @throws Problem `invalid` */
export async function addServer(
  context: Context,
  caller: StaffCaller,
  { name, url, headers }: ToolServerDefinition,
): Promise<ToolServer> {
  await refuseWithout(context, caller, 'tools.manage');
  await allowed(context, 'url', url);
  const server = await stored.insertToolServer(context.db, { name, url, headers: encrypted(context, headers, []) });
  const details = auditedFields({ name, url, headers });
  await recordAudit(context, caller, { action: 'tool_server.added', subject: aboutServer(server.id), details });
  return asServer(server);
}

/** Returns the audit log's details of a server, never with a header's value. */
const auditedFields = ({ name, url, headers }: ToolServerDefinition) => ({
  name,
  host: hostOfCall(url),
  headers: headers.map((header) => header.name),
});

/**
 * Replaces a server; a header with the mask as its value keeps the stored value if the host is the same.
 * @throws Problem `invalid`, and as `holdAsSeen`
 */
export async function updateServer(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...definition }: AsSeen<ToolServerDefinition, ToolServer>,
): Promise<ToolServer> {
  await refuseWithout(context, caller, 'tools.manage');
  const { name, url, headers } = definition;
  const server = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const found = await stored.findToolServer(db, id);
      return found && asServer(found);
    };
    await holdAsSeen(db, { table: 'toolServers', id, read, change: definition, expected, unknown: noServer });
    const present = await stored.findToolServer(db, id);
    if (!present) throw noServer();
    await allowed({ db }, 'url', url);
    const kept = hostOfCall(present.url) === hostOfCall(url) ? present.headers : [];
    const updated = await stored.updateToolServer(db, present, {
      name,
      url,
      headers: encrypted(context, headers, kept),
    });
    const subject = aboutServer(id);
    const details = { name, ...differencesOf(auditedFields(present), auditedFields(definition)) };
    await recordAudit({ db }, caller, { action: 'tool_server.updated', subject, details });
    return updated;
  });
  return asServer(server);
}

/** With the actions that come from it. @throws Problem `not_found` */
export async function deleteServer(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'tools.manage');
  const server = await stored.deleteToolServer(context.db, id);
  if (!server) throw await goneOr(context.db, id, noServer);
  const details = { name: server.name };
  await recordAudit(context, caller, { action: 'tool_server.deleted', subject: aboutServer(id), details });
}

/**
 * Asks a server for its tools and stores the offers: actions made from another offer are suspended.
 * @throws Problem `not_found`, `other_side_failed` in the server's words
 */
export async function askServer(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  timeoutMs: number = toolTimeoutMaxSeconds * 1_000,
): Promise<OfferedTool[]> {
  await refuseWithout(context, caller, 'tools.manage');
  const server = await stored.findToolServer(context.db, id);
  if (!server) throw noServer();
  await allowed(context, 'url', server.url);
  try {
    const headers = openHeaders(context, server.headers);
    const limits = { maxBytes: toolAnswerMaxBytes, timeoutMs };
    const offered = await offeredTools(context, { url: server.url, headers }, limits);
    await stored.noteOffers(
      context.db,
      server,
      offered.map(({ name, offer }) => ({ name, offer })),
    );
    return offered;
  } catch (error) {
    throw new Problem('other_side_failed', asToolFailed(error).message, { cause: error });
  }
}
