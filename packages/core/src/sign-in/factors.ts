/** Sets up and removes the second factors of an account. */
import { passkeysMax } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { PasskeyCreated, PasskeyCreation } from '@parley/contracts/users/passkeys';
import type { Passkey, SecondFactors, TeamFactor } from '@parley/contracts/users/second-factors';
import { isUniqueViolation } from '@parley/db/database';
import * as factors from '@parley/db/sign-in/second-factors';
import { keys } from '@parley/service/redis';
import type { RateLimiter } from '@parley/service/rate-limit';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { endSessionsOf } from '../sessions.ts';
import { mailAccountChange } from '../users/account-mails.ts';
import { readNewPasskey, refuseWithoutHost, requestNewPasskey } from './passkeys.ts';
import { assertMayChange } from '../users/roles.ts';
import { secondFactorDue } from '../permissions/second-factor-due.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { type NewTotp, newTotp, stepOfCode, totpPurpose } from './totp.ts';
import { wrongCode } from './wrong-code.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** A secret that was shown waits so long for its first code. */
const setUpSeconds = 15 * 60;
const setUpTries = { name: 'totp_set_up', max: 20, perSeconds: 900 };

const subject = (id: string) => ({ type: 'user', id });
const asPasskey = ({ id, name, createdAt, lastUsedAt }: factors.StoredPasskey): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
const noSuchPasskey = () => new Problem('not_found', localize('no_such_passkey'));

/** Returns the caller's own second factors. */
export async function readSecondFactors(context: Context, { user }: StaffCaller): Promise<SecondFactors> {
  const [totp, passkeys, codes] = await Promise.all([
    factors.findTotp(context.db, user.id),
    factors.listPasskeys(context.db, user.id),
    factors.recoveryCodesOf(context.db, user.id),
  ]);
  return {
    totp: totp !== undefined,
    passkeys: passkeys.map(asPasskey),
    recoveryCodesLeft: codes?.left ?? 0,
    passkeysAt: new URL(context.publicUrl).origin,
  };
}

const setUpKey = ({ prefix }: Context, { user, sessionId }: StaffCaller): string =>
  keys(prefix).key('totp-set-up', `${user.id} ${sessionId}`);

/** A secret for a code app, which counts once a code of it has come back in this session. */
export async function beginTotp(context: Context, caller: StaffCaller): Promise<NewTotp> {
  const made = newTotp(`Parley ${new URL(context.publicUrl).host}`, caller.user.email);
  const encrypted = context.secrets.encrypt(made.secret, totpPurpose);
  await context.redis.set(setUpKey(context, caller), encrypted, 'EX', setUpSeconds);
  return made;
}

/**
 * Makes the app the account's, in the place of one before. Answers recovery codes with the first factor, null otherwise.
 * @throws Problem `wrong_code` also when it was begun too long ago, `rate_limited`
 */
export async function confirmTotp(
  context: Context,
  caller: StaffCaller,
  limiter: RateLimiter,
  code: string,
): Promise<string[] | null> {
  const { id } = caller.user;
  refuseOverLimit(await limiter.limit({ ...setUpTries, key: id }), 'Too many failed attempts.');
  const encrypted = await context.redis.get(setUpKey(context, caller));
  const step = encrypted === null ? undefined : stepOfCode(context.secrets.decrypt(encrypted, totpPurpose), code);
  if (encrypted === null || step === undefined) throw wrongCode();
  await context.redis.del(setUpKey(context, caller));
  await factors.setTotp(context.db, id, encrypted, step);
  return added(context, caller, { kind: 'totp' });
}

/** @throws Problem `not_found` without one */
export async function removeTotp(context: Context, caller: StaffCaller): Promise<void> {
  if (!(await factors.deleteTotp(context.db, caller.user.id))) throw new Problem('not_found', localize('no_code_app'));
  await removed(context, caller, { kind: 'totp' });
}

/** @throws Problem `not_configured` where browsers give no passkeys */
export async function beginPasskey(context: Context, { user, sessionId }: StaffCaller): Promise<PasskeyCreation> {
  refuseWithoutHost(context);
  return requestNewPasskey(context, user, sessionId);
}

/**
 * Adds a passkey. Answers recovery codes with the first factor, null otherwise.
 * @throws Problem `wrong_code` for one that was not made for this, `conflict` when there are enough
 */
export async function addPasskey(
  context: Context,
  caller: StaffCaller,
  { name, passkey }: { name: string; passkey: PasskeyCreated },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { id: userId } = caller.user;
  const made = await readNewPasskey(context, passkey, { userId, sessionId: caller.sessionId });
  if ((await factors.listPasskeys(context.db, userId)).length >= passkeysMax) {
    throw new Problem('conflict', localize('too_many_passkeys', { max: passkeysMax }));
  }
  const stored = await factors.insertPasskey(context.db, { ...made, name: name.trim() }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new Problem('conflict', localize('passkey_known'), { cause: error }) : error;
  });
  const recoveryCodes = await added(context, caller, { kind: 'passkey', name: stored.name });
  return { passkey: asPasskey(stored), recoveryCodes };
}

/** @throws Problem `not_found` */
export async function renamePasskey(
  { db }: Pick<Context, 'db'>,
  { user }: StaffCaller,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await factors.renamePasskey(db, user.id, id, name.trim());
  if (!renamed) throw noSuchPasskey();
  return asPasskey(renamed);
}

/** @throws Problem `not_found` */
export async function removePasskey(context: Context, caller: StaffCaller, id: string): Promise<void> {
  if (!(await factors.deletePasskey(context.db, caller.user.id, id))) throw noSuchPasskey();
  await removed(context, caller, { kind: 'passkey' });
}

/** Creates ten new codes, returned only this once. @throws Problem `conflict` without a factor that they replace */
export async function renewRecoveryCodes(context: Context, caller: StaffCaller): Promise<string[]> {
  const { id } = caller.user;
  const { totp, passkeys } = await readSecondFactors(context, caller);
  if (!totp && passkeys.length === 0) throw new Problem('conflict', localize('no_factor_yet'));
  const codes = await makeRecoveryCodes(context, id);
  await recordAudit(context, caller, { action: 'user.recovery_codes_made', subject: subject(id) });
  return codes;
}

/** Records a new factor, sends a mail about it, and ends every other session of the user. */
async function added(context: Context, caller: StaffCaller, details: Record<string, unknown>) {
  const { id } = caller.user;
  await recordAudit(context, caller, { action: 'user.second_factor_added', subject: subject(id), details });
  await endSessionsOf(context, id, caller.sessionId);
  await mailAccountChange(context, {
    about: 'factor_changed',
    userId: id,
    address: caller.address ?? null,
    agent: null,
  });
  const codes = await factors.recoveryCodesOf(context.db, id);
  return codes ? null : makeRecoveryCodes(context, id);
}

async function removed(context: Context, caller: StaffCaller, details: Record<string, unknown>): Promise<void> {
  const { id } = caller.user;
  await recordAudit(context, caller, { action: 'user.second_factor_removed', subject: subject(id), details });
  await endSessionsOf(context, id, caller.sessionId);
  await mailAccountChange(context, {
    about: 'factor_changed',
    userId: id,
    address: caller.address ?? null,
    agent: null,
  });
}

/**
 * Removes a colleague's factors. They sign in with the password alone and, if required, set up a new one.
 * @throws Problem `not_found`, `forbidden` for the caller's own
 */
export async function resetSecondFactor(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'security.manage');
  if (id === caller.user.id) throw new Problem('forbidden', localize('reset_by_another'));
  await assertMayChange(context, caller, id);
  if (!(await factors.deleteFactors(context.db, id))) throw new Problem('not_found', localize('no_such_user'));
  await recordAudit(context, caller, { action: 'user.second_factor_reset', subject: subject(id) });
  await endSessionsOf(context, id);
  await mailAccountChange(context, { about: 'factor_reset', userId: id, address: null, agent: null });
}

/** Returns the second factors of every active colleague, by name. */
export async function listTeamFactors(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<TeamFactor[]> {
  await refuseWithout(context, caller, 'security.manage');
  const { db, settings } = context;
  const [team, { securityConfig }] = await Promise.all([factors.factorsOfTeam(db), settings.read()]);
  return team.map((member) => ({
    userId: member.id,
    name: member.name,
    role: member.role,
    since: member.secondFactorAt?.toISOString() ?? null,
    due: secondFactorDue(securityConfig, member)?.toISOString() ?? null,
  }));
}
