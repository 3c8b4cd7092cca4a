/** Returns stored actions with decrypted secrets. Only callers of actions read them this way. */
import { type HttpCall, offerState, type ToolHeader } from '@parley/contracts/assistant/tools';
import { findToolServer, type KnownTool, listToolHosts, noteOffers, rememberOffer } from '@parley/db/tools/definitions';
import type { ExternalContext } from '../../external/services.ts';
import { callHttp, type CallLimits, secretsAmong } from './http-call.ts';
import { callMcp } from './mcp-call.ts';
import { asToolFailed, type ToolAnswer, ToolFailed } from './outcome.ts';

const purpose = 'tool header';

/** Encrypted, each by itself. */
export const encryptHeaders = ({ secrets }: Pick<ExternalContext, 'secrets'>, headers: readonly ToolHeader[]) =>
  headers.map(({ name, value }) => ({ name, value: secrets.encrypt(value, purpose) }));

/** @throws ToolFailed if they were encrypted with a secret that is lost */
export function openHeaders({ secrets }: Pick<ExternalContext, 'secrets'>, headers: readonly ToolHeader[]) {
  try {
    return headers.map(({ name, value }) => ({ name, value: secrets.decrypt(value, purpose) }));
  } catch {
    throw new ToolFailed('not_configured', 'A secret header can’t be read any more: enter it again.');
  }
}

/** Encrypts the headers again if a previous secret is still used; undefined if nothing is to be done. */
export function renewedHeaders(
  { secrets }: Pick<ExternalContext, 'secrets'>,
  headers: readonly ToolHeader[],
): ToolHeader[] | undefined {
  if (!headers.some(({ value }) => secrets.needsRotation(value))) return undefined;
  return headers.map(({ name, value }) => ({
    name,
    value: secrets.encrypt(secrets.decrypt(value, purpose), purpose),
  }));
}

/** The host of an address as the list names hosts. */
export const hostOfCall = (url: string): string => (URL.parse(url)?.host ?? '').toLowerCase();

/** Returns the host that a call would go to: for MCP tools, that of the server. */
export async function callTarget(
  context: Pick<ExternalContext, 'db'>,
  { http, serverId }: Pick<KnownTool, 'http' | 'serverId'>,
): Promise<string> {
  if (http) return hostOfCall(http.url.replaceAll(/[{}]/g, ''));
  const server = serverId === null ? undefined : await findToolServer(context.db, serverId);
  return hostOfCall(server?.url ?? '');
}

/** @throws ToolFailed where an address leads to a host that is not on the list (any more) */
async function allowHost(context: Pick<ExternalContext, 'db'>, host: string): Promise<void> {
  if (host !== '' && (await listToolHosts(context.db)).includes(host)) return;
  throw new ToolFailed('host_not_allowed', `${host} is not among the hosts that actions may lead to.`);
}

/** Makes the call, once, with all arguments filled in. @throws ToolFailed */
export async function makeCall(
  context: Pick<ExternalContext, 'db' | 'external' | 'secrets'>,
  tool: KnownTool,
  args: Readonly<Record<string, unknown>>,
  limits: Omit<CallLimits, 'maxBytes'>,
): Promise<ToolAnswer> {
  const { id, http, serverId, serverTool, serverOffer, maxBytes } = tool;
  try {
    await allowHost(context, await callTarget(context, tool));
    if (http) {
      const call: HttpCall = { ...http, headers: openHeaders(context, http.headers) };
      return await callHttp(context, call, args, { ...limits, maxBytes });
    }
    const server = serverId === null ? undefined : await findToolServer(context.db, serverId);
    if (!server || serverTool === null) throw new ToolFailed('not_configured', 'Its server was removed.');
    const opened = { url: server.url, headers: openHeaders(context, server.headers) };
    return await callMcp(
      context,
      opened,
      {
        tool: serverTool,
        arguments: args,
        expect: async (offers) => {
          await noteOffers(context.db, server, offers);
          const state = offerState({ tool: serverTool, offer: serverOffer }, offers);
          const offer = offers.find(({ name }) => name === serverTool)?.offer;
          if (state === 'same' && serverOffer === null && offer !== undefined)
            await rememberOffer(context.db, id, offer);
          return state;
        },
      },
      { ...limits, maxBytes },
    );
  } catch (error) {
    throw asToolFailed(error);
  }
}

/** Returns the secret values that a tool is called with, the longest first. No answer may repeat them to a user. */
export async function secretValues(
  context: Pick<ExternalContext, 'db' | 'secrets'>,
  { http, serverId }: Pick<KnownTool, 'http' | 'serverId'>,
): Promise<string[]> {
  const server = serverId === null ? undefined : await findToolServer(context.db, serverId);
  return secretsAmong(openHeaders(context, http?.headers ?? server?.headers ?? []));
}
