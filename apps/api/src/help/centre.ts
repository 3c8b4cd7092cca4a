/** Which website's help centre an address is of, and who reads there. */
import type { Website } from '@parley/contracts/entities';
import { identityTokenHoursMax } from '@parley/contracts/limits';
import type { Context } from '@parley/core/context';
import { helpBase, oldestWebsite } from '@parley/core/help/address';
import { listWebsites, readIdentitySecret } from '@parley/db/websites/websites';
import { verifyIdentityToken } from '@parley/service/identity-token';

export interface Centre {
  website: Website;
  /** Where its pages are, without a trailing slash: `https://chat.example.com/help`. */
  url: string;
  /** The same without the origin. */
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
  if (!encrypted || !verifyIdentityToken(context.secrets.decrypt(encrypted), token, identityTokenHoursMax))
    return undefined;
  const until = Date.now() + cookieHours * 3_600_000;
  const signature = context.secrets.sign(purpose, `${id} ${until} ${encrypted}`);
  return { value: `${until}.${signature}`, seconds: cookieHours * 3_600 };
}

/** Whether a cookie is one of `customerCookie` for this website, and the website's secret is still the same. */
export async function isCustomer(
  context: Pick<Context, 'db' | 'secrets'>,
  { id }: Website,
  cookie: string | undefined,
): Promise<boolean> {
  const [until = '', signature = ''] = cookie?.split('.') ?? [];
  if (!(Number(until) > Date.now())) return false;
  const encrypted = await readIdentitySecret(context.db, id);
  return !!encrypted && context.secrets.verify(purpose, `${id} ${until} ${encrypted}`, signature);
}
