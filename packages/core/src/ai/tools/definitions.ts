/** Actions as administrators keep them. Secret headers come in once, are stored encrypted, and are answered as a mask. */
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { secretMask } from '@parley/contracts/secret-fields';
import {
  type OfferedTool,
  type Tool,
  type ToolCall,
  type ToolDefinition,
  type ToolHeader,
  type ToolServer,
  type ToolServerDefinition,
  type ToolTrial,
  toolAnswerMaxBytes,
  toolsMax,
  toolTimeoutMaxSeconds,
} from '@parley/contracts/tools';
import { isUniqueViolation } from '@parley/db/database';
import { calledTool, callsOfTool } from '@parley/db/tools/calls';
import * as stored from '@parley/db/tools/definitions';
import { type AsSeen, goneOr, holdAsSeen, refuseChanged } from '../../as-seen.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../data/audit-log.ts';
import { derivedId } from '../../derived-id.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { validateUrl } from '../../validate-url.ts';
import { handOffToolName } from '../prompt.ts';
import { argumentNames, checkArguments, schemaFault } from './arguments.ts';
import { namedIn } from './http-call.ts';
import { offeredTools } from './mcp-call.ts';
import { asToolFailed, ToolFailed } from './outcome.ts';
import { hostOfCall, makeCall, openHeaders, sealHeaders } from './stored-tools.ts';

const about = (id: string) => ({ type: 'tool', id });
const aboutServer = (id: string) => ({ type: 'tool_server', id });
const noTool = () => new Problem('not_found', say('no_such_tool'));
const noServer = () => new Problem('not_found', say('no_such_tool_server'));
const shownCalls = 20;

const masked = (headers: readonly ToolHeader[]): ToolHeader[] =>
  headers.map(({ name, value }) => ({ name, value: value === '' ? '' : secretMask }));

const asTool = ({ http, serverId, serverTool, createdAt, updatedAt, ...tool }: stored.StoredTool): Tool => ({
  ...tool,
  http: http && { ...http, headers: masked(http.headers) },
  mcp: serverId === null || serverTool === null ? null : { serverId, tool: serverTool },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const asServer = ({ createdAt, headers, ...server }: stored.StoredToolServer): ToolServer => ({
  ...server,
  headers: masked(headers),
  createdAt: createdAt.toISOString(),
});

export async function listTools({ db }: Pick<Context, 'db'>): Promise<Tool[]> {
  return (await stored.listTools(db)).map(asTool);
}

/** Adds one. @throws Problem `invalid`, naming the field; `conflict` for a name that another one has */
export async function addTool(context: Context, caller: StaffCaller, definition: ToolDefinition): Promise<Tool> {
  const columns = await checked(context, definition, []);
  if ((await stored.listTools(context.db)).length >= toolsMax)
    throw new Problem('invalid', say('too_many_tools', { max: toolsMax }));
  const tool = await stored.insertTool(context.db, columns);
  if (!tool) throw nameTaken();
  await recordAudit(context, caller, { action: 'tool.added', subject: about(tool.id), details: told(definition) });
  return asTool(tool);
}

/**
 * Replaces one; a header whose value is the mask keeps it, as long as the call still leads to the same host.
 * @throws Problem as `addTool`, `not_found`
 */
export async function updateTool(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...definition }: AsSeen<ToolDefinition>,
): Promise<Tool> {
  const present = await stored.findTool(context.db, id);
  if (!present) throw await goneOr(context.db, id, noTool);
  const isSameHost = present.http && definition.http && hostIn(present.http.url) === hostIn(definition.http.url);
  const columns = await checked(context, definition, isSameHost ? (present.http?.headers ?? []) : []);
  return context.db.transaction().execute(async (db) => {
    const read = async () => (await listTools({ db })).find((each) => each.id === id);
    await holdAsSeen(db, { table: 'tools', id, read, change: definition, expected, unknown: noTool });
    const tool = await stored.updateTool(db, id, columns).catch((error: unknown) => {
      if (isUniqueViolation(error, 'tools_name_key')) throw nameTaken();
      throw error;
    });
    if (!tool) throw noTool();
    await recordAudit({ db }, caller, { action: 'tool.updated', subject: about(id), details: told(definition) });
    return asTool(tool);
  });
}

/** Has it offered to the assistant or not, as it is otherwise. @throws Problem `not_found` */
export async function switchTool(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  { id, isActive }: Pick<Tool, 'id' | 'isActive'>,
): Promise<void> {
  const tool = await stored.switchTool(context.db, id, isActive);
  if (!tool) throw noTool();
  await recordAudit(context, caller, { action: 'tool.updated', subject: about(id), details: told(asTool(tool)) });
}

/** @throws Problem `not_found` */
export async function deleteTool(context: Context, caller: StaffCaller, id: string): Promise<void> {
  const tool = await stored.deleteTool(context.db, id);
  if (!tool) throw noTool();
  await recordAudit(context, caller, { action: 'tool.deleted', subject: about(id), details: { name: tool.name } });
}

/** What the audit log says of one: never a header's value. */
const told = ({ name, effect, needsIdentity, isActive, http, mcp }: ToolDefinition) => ({
  name,
  effect,
  needsIdentity,
  isActive,
  ...(http && { host: hostIn(http.url), headers: http.headers.map((header) => header.name) }),
  ...(mcp && { server: mcp.serverId, tool: mcp.tool }),
});

const nameTaken = () => fieldProblem('conflict', 'name', say('tool_name_taken'));
const hostIn = (url: string): string => hostOfCall(url.replaceAll(/[{}]/g, ''));

/** As it is stored. @throws Problem `invalid`, naming the field */
async function checked(
  context: Context,
  { http, mcp, ...definition }: ToolDefinition,
  kept: readonly ToolHeader[],
): Promise<stored.NewTool> {
  const { name, parameters, bindings } = definition;
  if (name === handOffToolName) throw nameTaken();
  const fault = schemaFault(parameters);
  if (fault !== null) throw fieldProblem('invalid', 'parameters', fault);
  const known = argumentNames(parameters);
  const unknown = [...Object.keys(bindings), ...(http ? namedIn(http.url) : [])].find((each) => !known.includes(each));
  if (unknown !== undefined)
    throw fieldProblem('invalid', 'parameters', say('tool_argument_missing', { name: unknown }));
  if ((http === null) === (mcp === null)) throw fieldProblem('invalid', 'http', say('is_required'));
  if (mcp && !(await stored.findToolServer(context.db, mcp.serverId))) throw noServer();
  if (http) await allowed(context, 'http.url', http.url);
  return {
    ...definition,
    http: http && { ...http, headers: sealed(context, http.headers, kept) },
    serverId: mcp?.serverId ?? null,
    serverTool: mcp?.tool ?? null,
  };
}

/** An address that can be called, on a host of the list, which no argument can change. @throws Problem `invalid` */
async function allowed({ db }: Pick<Context, 'db'>, path: string, url: string): Promise<void> {
  const origin = /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  if (/[{}]/.test(origin) || url.includes('#')) throw fieldProblem('invalid', path, say('must_be_address'));
  validateUrl(path, url.replaceAll(/[{}]/g, ''));
  const host = hostIn(url);
  if (!(await stored.listToolHosts(db)).includes(host))
    throw fieldProblem('invalid', path, say('tool_host_missing', { host }));
}

/** Encrypted; of the masked ones what is stored. @throws Problem `invalid` for a mask of nothing */
function sealed(context: Context, headers: readonly ToolHeader[], kept: readonly ToolHeader[]): ToolHeader[] {
  return headers.flatMap((header) => {
    if (header.value !== secretMask) return sealHeaders(context, [header]);
    const before = kept.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    if (!before) throw fieldProblem('invalid', 'headers', say('is_required'));
    return [{ name: header.name, value: before.value }];
  });
}

export const readHosts = ({ db }: Pick<Context, 'db'>): Promise<string[]> => stored.listToolHosts(db);

/** The list of hosts, which is one for all. */
const hostList = { type: 'tool_hosts', id: 'tool_hosts' };

/** Replaces the list: what leads elsewhere is called no more. @throws Problem as `refuseChanged` */
export async function replaceHosts(
  context: Context,
  caller: StaffCaller,
  hosts: readonly string[],
  expected?: { hosts?: string[] },
): Promise<string[]> {
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
  const details = { name, host: hostOfCall(url), headers: headers.map((header) => header.name) };
  await recordAudit(context, caller, { action: 'tool_server.added', subject: aboutServer(server.id), details });
  return asServer(server);
}

/** With the actions that come from it. @throws Problem `not_found` */
export async function deleteServer(context: Context, caller: StaffCaller, id: string): Promise<void> {
  const server = await stored.deleteToolServer(context.db, id);
  if (!server) throw noServer();
  const details = { name: server.name };
  await recordAudit(context, caller, { action: 'tool_server.deleted', subject: aboutServer(id), details });
}

/** What a server offers now. @throws Problem `not_found`, `other_side_failed` in its words */
export async function askServer(context: ExternalContext, id: string): Promise<OfferedTool[]> {
  const server = await stored.findToolServer(context.db, id);
  if (!server) throw noServer();
  await allowed(context, 'url', server.url);
  try {
    const headers = openHeaders(context, server.headers);
    const limits = { maxBytes: toolAnswerMaxBytes, timeoutMs: toolTimeoutMaxSeconds * 1_000 };
    return await offeredTools(context, { url: server.url, headers }, limits);
  } catch (error) {
    throw new Problem('other_side_failed', asToolFailed(error).message, { cause: error });
  }
}

/** The newest calls of an action. @throws Problem `not_found` */
export async function recentCalls({ db }: Pick<Context, 'db'>, id: string): Promise<ToolCall[]> {
  if (!(await stored.findTool(db, id))) throw noTool();
  return (await callsOfTool(db, id, shownCalls)).map((call) => ({
    ...calledTool(call),
    conversationId: call.conversationId,
    responseStatus: call.responseStatus,
    createdAt: call.createdAt.toISOString(),
  }));
}

/**
 * Calls an action once, with arguments that an administrator has written, those that are filled in for customers too.
 * @throws Problem `not_found`, `invalid` for arguments that do not fit, or a write without `confirmed`
 */
export async function tryTool(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  { arguments: given, confirmed }: { arguments: Record<string, unknown>; confirmed: boolean },
): Promise<ToolTrial> {
  const tool = await stored.findTool(context.db, id);
  if (!tool) throw noTool();
  if (tool.effect === 'write' && !confirmed) throw fieldProblem('invalid', 'confirmed', say('is_required'));
  const read = checkArguments(given, tool.parameters);
  if ('fault' in read) throw fieldProblem('invalid', 'arguments', read.fault);
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  const idempotencyKey = derivedId('trial', id, Date.now(), Math.random());
  const trial = await makeCall(context, tool, read.arguments, {
    timeoutMs: tool.timeoutSeconds * 1_000,
    idempotencyKey,
  }).then(
    ({ text, responseStatus }) => ({ text, problem: null, message: null, responseStatus }),
    (error: unknown) => {
      if (!(error instanceof ToolFailed)) throw error;
      const { problem, message, responseStatus } = error;
      return { text: null, problem, message, responseStatus };
    },
  );
  const milliseconds = since();
  const details = { name: tool.name, effect: tool.effect, problem: trial.problem, milliseconds };
  await recordAudit(context, caller, { action: 'tool.tried', subject: about(id), details });
  return { ...trial, milliseconds };
}
