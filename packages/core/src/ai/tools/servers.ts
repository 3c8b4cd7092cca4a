/** Where actions may lead, and the MCP servers that some come from. Secret headers are stored encrypted and answered as a mask. */
import { Problem } from '@parley/contracts/problems';
import {
  type OfferedTool,
  toolAnswerMaxBytes,
  type ToolServer,
  type ToolServerDefinition,
  toolTimeoutMaxSeconds,
} from '@parley/contracts/tools';
import * as stored from '@parley/db/tools/definitions';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../data/audit-log.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { allowed, changedSince, masked, noServer, sealed } from './checked.ts';
import { offeredTools } from './mcp-call.ts';
import { asToolFailed } from './outcome.ts';
import { hostOfCall, openHeaders } from './stored-tools.ts';

const aboutServer = (id: string) => ({ type: 'tool_server', id });

const asServer = ({ headers, offersAt, createdAt, updatedAt, ...server }: stored.StoredToolServer): ToolServer => ({
  ...server,
  headers: masked(headers),
  offersAt: offersAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const readHosts = ({ db }: Pick<Context, 'db'>): Promise<string[]> => stored.listToolHosts(db);

/** Replaces the list: what leads elsewhere is called no more. */
export async function replaceHosts(context: Context, caller: StaffCaller, hosts: readonly string[]): Promise<string[]> {
  const before = await stored.listToolHosts(context.db);
  await stored.replaceToolHosts(context.db, hosts);
  await recordAudit(context, caller, { action: 'tool_hosts.updated', details: { before, after: hosts } });
  return stored.listToolHosts(context.db);
}

export async function listServers({ db }: Pick<Context, 'db'>): Promise<ToolServer[]> {
  return (await stored.listToolServers(db)).map(asServer);
}

/** @throws Problem `invalid` */
export async function addServer(
  context: Context,
  caller: StaffCaller,
  { name, url, headers }: ToolServerDefinition,
): Promise<ToolServer> {
  await allowed(context, 'url', url);
  const server = await stored.insertToolServer(context.db, { name, url, headers: sealed(context, headers, []) });
  const details = told({ name, url, headers });
  await recordAudit(context, caller, { action: 'tool_server.added', subject: aboutServer(server.id), details });
  return asServer(server);
}

/** What the audit log says of one: never a header's value. */
const told = ({ name, url, headers }: ToolServerDefinition) => ({
  name,
  host: hostOfCall(url),
  headers: headers.map((header) => header.name),
});

/**
 * Replaces what opens one; a header whose value is the mask keeps it, as long as the host is the same.
 * @throws Problem `not_found`, `invalid`, `conflict` where it is not what was changed any more, naming who was faster
 */
export async function updateServer(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expectedUpdatedAt, name, url, headers }: ToolServerDefinition & { expectedUpdatedAt?: string },
): Promise<ToolServer> {
  const present = await stored.findToolServer(context.db, id);
  if (!present) throw noServer();
  const expected = expectedUpdatedAt === undefined ? present.updatedAt : new Date(expectedUpdatedAt);
  await allowed(context, 'url', url);
  const kept = hostOfCall(present.url) === hostOfCall(url) ? present.headers : [];
  const change = { name, url, headers: sealed(context, headers, kept) };
  const server = await stored.updateToolServer(context.db, { ...present, updatedAt: expected }, change);
  if (!server) throw await changedSince(context, 'tool_server.updated', { id, updatedAt: expected });
  const details = told({ name, url, headers });
  await recordAudit(context, caller, { action: 'tool_server.updated', subject: aboutServer(id), details });
  return asServer(server);
}

/** With the actions that come from it. @throws Problem `not_found` */
export async function deleteServer(context: Context, caller: StaffCaller, id: string): Promise<void> {
  const server = await stored.deleteToolServer(context.db, id);
  if (!server) throw noServer();
  const details = { name: server.name };
  await recordAudit(context, caller, { action: 'tool_server.deleted', subject: aboutServer(id), details });
}

/** What a server offers now, which is remembered: actions made from something else rest. @throws Problem `not_found`, `other_side_failed` in its words */
export async function askServer(context: ExternalContext, id: string): Promise<OfferedTool[]> {
  const server = await stored.findToolServer(context.db, id);
  if (!server) throw noServer();
  await allowed(context, 'url', server.url);
  try {
    const headers = openHeaders(context, server.headers);
    const limits = { maxBytes: toolAnswerMaxBytes, timeoutMs: toolTimeoutMaxSeconds * 1_000 };
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
