/**
 * Manages device cookies: a browser that has signed in to an account is known to it afterwards, and its failures are
 * counted separately. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * The cookie contains one mark per account: a random id and a signature over it, the account and its password. It
 * reveals no account, a copy of it gives no access, and it ends with the password.
 */
import type { Account } from '@parley/db/users/users';
import { randomToken, type Secrets } from '@parley/service/secrets';

type Signing = Pick<Secrets, 'sign' | 'verify'>;
type KnownTo = Pick<Account, 'passwordHash'> & { user: Pick<Account['user'], 'id'> };

export const deviceCookieName = 'parley_device';

/** Maximum number of accounts that a browser is known to. */
const marksMax = 5;
const idBytes = 16;

const purpose = 'known device';
const signed = (account: KnownTo, deviceId: string): string => `${account.user.id} ${account.passwordHash} ${deviceId}`;

/** Stands in for an unknown account, so that checking it takes as long. */
const nobody: KnownTo = { user: { id: '00000000-0000-0000-0000-000000000000' }, passwordHash: '' };

interface Mark {
  deviceId: string;
  signature: string;
}

function marksOf(cookie: string | undefined): Mark[] {
  return (cookie ?? '').split('~', marksMax).flatMap((text) => {
    const [, deviceId, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(text) ?? [];
    return deviceId === undefined || signature === undefined ? [] : [{ deviceId, signature }];
  });
}

/** The id of this browser among those that have signed in to the account; undefined when it never has. */
export function knownDevice(
  secrets: Signing,
  account: KnownTo | undefined,
  cookie: string | undefined,
): string | undefined {
  const known = marksOf(cookie).find(({ deviceId, signature }) =>
    secrets.verify(purpose, signed(account ?? nobody, deviceId), signature),
  );
  return account && known?.deviceId;
}

/** The cookie for a browser that has just signed in: known to this account from now on, and to others as before. */
export function rememberDevice(secrets: Signing, account: KnownTo, cookie: string | undefined): string {
  const deviceId = knownDevice(secrets, account, cookie) ?? randomToken(idBytes);
  const mine = { deviceId, signature: secrets.sign(purpose, signed(account, deviceId)) };
  const others = marksOf(cookie).filter((mark) => mark.deviceId !== deviceId);
  return [mine, ...others]
    .slice(0, marksMax)
    .map((mark) => `${mark.deviceId}.${mark.signature}`)
    .join('~');
}
