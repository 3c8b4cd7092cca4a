/** Which website's help centre an address is of, and who reads there. */
import type { Website } from '@parley/contracts/entities';
import { identityTokenHoursMax } from '@parley/contracts/visitors/limits';
import type { Context } from '@parley/core/context';
import { helpBase, oldestWebsite } from '@parley/core/knowledge/article-address';
import { identityKeyOf } from '@parley/core/visitors/identity-hash';
import { listWebsites, readIdentitySecret } from '@parley/db/websites/websites';
import { hasLoggedOut } from '@parley/db/visitors/tokens';
import { verifyIdentityToken } from '@parley/service/identity-token';
import { DecryptionFailed } from '@parley/service/secrets';

export interface Centre {
  website: Website;
  /** Address of the pages, without a trailing slash: `https://chat.example.com/help`. */
  url: string;
  /** Path of that address. */
  path: string;
}

/** The centre at a host and path, and what follows it there; undefined where there is none. */
export async function centreAt(
  context: Pick<Context, 'db' | 'publicUrl'>,
  host: string,
  path: string,
): Promise<{ centre: Centre; rest: string } | undefined> {
  const websites = (await listWebsites(context.db)).filter(({ isActive }) => isActive);
  const [, domain, rest = ''] = /^(?:@([^/]+)\/?)?(.*)$/s.exec(path) ?? [];
  const own = websites.find(({ help }) => help.host !== null && help.host === host.replace(/:\d+$/, '').toLowerCase());
  const named = domain === undefined ? undefined : websites.find((each) => each.domain === domain);
  const website = domain === undefined ? (own ?? oldestWebsite(websites)) : named;
  if (!website) return undefined;
  return {
    centre: { website, url: helpBase(context, website, websites), path: domain ? `/help/@${domain}` : '/help' },
    rest,
  };
}

const cookieHours = 12;
const purpose = 'help centre of verified customers';

/** Names whom the website vouched for by its signed token, for some hours; undefined for a token it did not sign. */
export async function customerCookie(
  context: Pick<Context, 'db' | 'secrets'>,
  { id }: Website,
  token: string,
): Promise<{ value: string; seconds: number } | undefined> {
  const encrypted = await readIdentitySecret(context.db, id);
  const claims = encrypted && verifyIdentityToken(context.secrets.decrypt(encrypted), token, identityTokenHoursMax);
  if (!claims) return undefined;
  const identityKey = identityKeyOf(claims.email);
  const until = Date.now() + cookieHours * 3_600_000;
  const signature = context.secrets.sign(purpose, `${id} ${until} ${encrypted} ${identityKey}`);
  const value = `${until}.${signature}.${context.secrets.encrypt(identityKey, purpose)}`;
  return { value, seconds: cookieHours * 3_600 };
}

/**
 * Returns true for a cookie of `customerCookie` for this website if the website's secret is still the same, and the
 * customer hasn't logged out of the widget since.
 */
export async function isCustomer(
  context: Pick<Context, 'db' | 'secrets'>,
  { id }: Website,
  cookie: string | undefined,
): Promise<boolean> {
  const [until = '', signature = '', ...who] = cookie?.split('.') ?? [];
  if (!(Number(until) > Date.now())) return false;
  const encrypted = await readIdentitySecret(context.db, id);
  const identityKey = decrypted(context, who.join('.'));
  if (!encrypted || !context.secrets.verify(purpose, `${id} ${until} ${encrypted} ${identityKey}`, signature))
    return false;
  const since = new Date(Number(until) - cookieHours * 3_600_000);
  return !(await hasLoggedOut(context.db, { websiteId: id, identityKey, since }));
}

function decrypted({ secrets }: Pick<Context, 'secrets'>, text: string): string {
  try {
    return secrets.decrypt(text, purpose);
  } catch (error) {
    if (error instanceof DecryptionFailed) return '';
    throw error;
  }
}
