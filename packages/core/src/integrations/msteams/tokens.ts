/** Tokens of the app for its calls, which Microsoft gives for its secret. */
import type { MsteamsConfig } from '@parley/contracts/channels/msteams';
import { localize } from '@parley/contracts/i18n/server-texts';
import { CallFailed, expectSuccess } from '../../external/answer.ts';
import type { ExternalContext, ExternalServices } from '../../external/services.ts';
import { isObject, textOf } from '@parley/contracts/json';
import { msteamsAddresses } from './addresses.ts';

const scope = 'https://api.botframework.com/.default';
/** A token with less time left is replaced. */
const leastLeftMs = 5 * 60_000;

interface Kept {
  /** App that it is for, with its secret. */
  of: string;
  token: string;
  until: number;
}

const kept = new WeakMap<ExternalServices, Kept>();

/** Returns a token for some minutes at least. @throws CallFailed, OutboundError */
export async function tokenOf(
  context: ExternalContext,
  { appId, tenantId, clientSecret }: Pick<MsteamsConfig, 'appId' | 'tenantId' | 'clientSecret'>,
): Promise<string> {
  const of = `${tenantId} ${appId} ${clientSecret}`;
  const known = kept.get(context.external);
  if (known?.of === of && known.until - Date.now() > leastLeftMs) return known.token;
  const url = msteamsAddresses(context).token(tenantId);
  const form = { grant_type: 'client_credentials', client_id: appId, client_secret: clientSecret, scope };
  const answer = await context.external.outbound.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    maxRedirects: 0,
  });
  const { status } = answer;
  if (status === 400 || status === 401)
    throw new CallFailed(localize('msteams_credentials_refused'), { responseStatus: status, transient: false });
  expectSuccess(new URL(url).host, answer, [clientSecret]);
  const { token, seconds } = read(answer.text);
  if (token === '') throw new CallFailed(localize('msteams_credentials_refused'), { transient: true });
  kept.set(context.external, { of, token, until: Date.now() + seconds * 1000 });
  return token;
}

/** Makes the next call get another token. */
export const forgetToken = ({ external }: ExternalContext): void => void kept.delete(external);

function read(text: string): { token: string; seconds: number } {
  try {
    const answer: unknown = JSON.parse(text);
    if (isObject(answer)) return { token: textOf(answer['access_token']), seconds: Number(answer['expires_in']) || 0 };
  } catch {
    // Not JSON: no token.
  }
  return { token: '', seconds: 0 };
}
