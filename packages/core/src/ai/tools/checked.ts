/** Actions as administrators write them, and as they are stored: held to the rules, their secret headers encrypted. */
import { isDeepStrictEqual } from 'node:util';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import type { Tool, ToolDefinition, ToolHeader } from '@parley/contracts/assistant/tools';
import * as stored from '@parley/db/tools/definitions';
import { differencesOf } from '../../audit/differences.ts';
import type { Context } from '../../context.ts';
import { validateUrl } from '../../validate-url.ts';
import { handOffToolName } from '../prompt.ts';
import { argumentNames, schemaFault } from './arguments.ts';
import { namedIn } from './http-call.ts';
import { hostOfCall, encryptHeaders } from './stored-tools.ts';

export const noTool = () => new Problem('not_found', localize('no_such_tool'));
export const noServer = () => new Problem('not_found', localize('no_such_tool_server'));
export const nameTaken = () => fieldProblem('conflict', 'name', localize('tool_name_taken'));
export const aboutTool = (id: string) => ({ type: 'tool', id });
const hostIn = (url: string): string => hostOfCall(url.replaceAll(/[{}]/g, ''));

/** Masks the values of headers: they never leave the server. */
export const masked = (headers: readonly ToolHeader[]): ToolHeader[] =>
  headers.map(({ name, value }) => ({ name, value: value === '' ? '' : secretMask }));

/** Returns the definition as admins see it. */
export const definitionOf = ({ http, serverId, serverTool, serverOffer, ...tool }: stored.NewTool) => ({
  ...tool,
  http: http && { ...http, headers: masked(http.headers) },
  mcp:
    serverId === null || serverTool === null
      ? null
      : { serverId, tool: serverTool, ...(serverOffer !== null && { offer: serverOffer }) },
});

export const asTool = ({ id, createdAt, updatedAt, ...tool }: stored.StoredTool): Tool => ({
  id,
  ...definitionOf(tool),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Returns the audit log's details of a changed action; of texts and headers' values, that they changed. */
export function auditedChange(present: stored.NewTool | null, next: stored.NewTool): Record<string, unknown> {
  const details = auditedFields(definitionOf(next));
  if (!present) return details;
  const differing = Object.keys(next).filter(
    (field) => !isDeepStrictEqual(Reflect.get(present, field), Reflect.get(next, field)),
  );
  return { name: next.name, fields: differing, ...differencesOf(auditedFields(definitionOf(present)), details) };
}

/** Returns the audit log's details of an action, never with a header's value. */
export const auditedFields = ({ name, effect, needsIdentity, isActive, isCard, http, mcp }: ToolDefinition) => ({
  name,
  effect,
  needsIdentity,
  isActive,
  isCard: isCard ?? false,
  ...(http && { host: hostIn(http.url), headers: http.headers.map((header) => header.name) }),
  ...(mcp && { server: mcp.serverId, tool: mcp.tool }),
});

/**
 * Returns the tool as it is stored. A header with the mask as its value keeps the value of `present`, if the call's
 * host is still the same.
 * @throws Problem `invalid`, naming the field, `not_found` for an unknown server
 */
export async function checked(
  context: Pick<Context, 'db' | 'secrets'>,
  { http, mcp, isCard = false, ...definition }: ToolDefinition,
  present: Pick<stored.NewTool, 'http'> | null,
): Promise<stored.NewTool> {
  const { name, parameters, bindings } = definition;
  const isSameHost = present?.http && http && hostIn(present.http.url) === hostIn(http.url);
  if (name === handOffToolName) throw nameTaken();
  const fault = schemaFault(parameters);
  if (fault !== null) throw fieldProblem('invalid', 'parameters', fault);
  const known = argumentNames(parameters);
  const unknown = [...Object.keys(bindings), ...(http ? namedIn(http.url) : [])].find((each) => !known.includes(each));
  if (unknown !== undefined)
    throw fieldProblem('invalid', 'parameters', localize('tool_argument_missing', { name: unknown }));
  if (isCard) assertCard(definition);
  if ((http === null) === (mcp === null)) throw fieldProblem('invalid', 'http', localize('is_required'));
  if (mcp && !(await stored.findToolServer(context.db, mcp.serverId))) throw noServer();
  if (http) await allowed(context, 'http.url', http.url);
  return {
    ...definition,
    isCard,
    http: http && {
      ...http,
      headers: encrypted(context, http.headers, isSameHost ? (present?.http?.headers ?? []) : []),
    },
    serverId: mcp?.serverId ?? null,
    serverTool: mcp?.tool ?? null,
    serverOffer: mcp?.offer ?? null,
  };
}

/** @throws Problem `invalid` for an action that changes something, or has a required argument that only a model could fill in */
function assertCard({
  effect,
  parameters,
  bindings,
}: Pick<ToolDefinition, 'effect' | 'parameters' | 'bindings'>): void {
  if (effect !== 'read') throw fieldProblem('invalid', 'isCard', localize('card_only_reads'));
  const required = Array.isArray(parameters.required) ? parameters.required.map(String) : [];
  const open = required.find((name) => !Object.hasOwn(bindings, name));
  if (open !== undefined) throw fieldProblem('invalid', 'isCard', localize('card_needs_bound', { name: open }));
}

/** An address that can be called, on a host of the list, which no argument can change. @throws Problem `invalid` */
export async function allowed({ db }: Pick<Context, 'db'>, path: string, url: string): Promise<void> {
  const origin = /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  if (/[{}]/.test(origin) || url.includes('#')) throw fieldProblem('invalid', path, localize('must_be_address'));
  validateUrl(path, url.replaceAll(/[{}]/g, ''));
  const host = hostIn(url);
  if (!(await stored.listToolHosts(db)).includes(host))
    throw fieldProblem('invalid', path, localize('tool_host_missing', { host }));
}

/** Encrypts headers; masked ones keep the stored value. @throws Problem `invalid` for a mask without one */
export function encrypted(
  context: Pick<Context, 'secrets'>,
  headers: readonly ToolHeader[],
  kept: readonly ToolHeader[],
): ToolHeader[] {
  return headers.flatMap((header) => {
    if (header.value !== secretMask) return encryptHeaders(context, [header]);
    const before = kept.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
    if (!before) throw fieldProblem('invalid', 'headers', localize('is_required'));
    return [{ name: header.name, value: before.value }];
  });
}
