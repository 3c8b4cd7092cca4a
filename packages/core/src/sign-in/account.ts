/** Finds the account of a person who has signed in at a provider. */
import { type Role, roles } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { findRoleBefore } from '@parley/db/scim/groups';
import { findIdentity, insertIdentity, listUsersOf, markIdentityUsed } from '@parley/db/sign-in/identities';
import { findProvider, type StoredProvider } from '@parley/db/sign-in/providers';
import { listPasskeys } from '@parley/db/sign-in/second-factors';
import { type Account, findAccount, findAccountByEmail } from '@parley/db/users/users';
import { IsEmail } from 'typebox/format';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../audit/record.ts';
import { makeAccount } from '../users/make-account.ts';
import { applyRole } from '../users/users.ts';
import { mailAdministrators } from '../users/account-mails.ts';
import type { ProviderClaims } from './claims.ts';
import { type PendingIdentity, SignInRefused } from './refused.ts';

/**
 * Returns the account of a provider's subject. A known subject is the same person whatever its address is now. A new
 * one gets an existing or a new account only through an address that the provider has verified, of a domain that the
 * provider is trusted for; and never an account that is another subject there.
 * @throws SignInRefused
 */
export async function accountOf(
  context: Context,
  provider: StoredProvider,
  claims: ProviderClaims,
  address: string,
): Promise<Account> {
  const identity = { providerId: provider.id, subject: claims.subject };
  const present = await findSignedIn(context, provider, claims);
  const account = present ?? (await madeAccount(context, provider, claims, address));
  if (!(await connect(context, provider, { ...identity, userId: account.user.id }, address))) {
    throw new SignInRefused('bound');
  }
  await markIdentityUsed(context.db, identity);
  return withRoleOfGroups(context, provider, account, claims);
}

/**
 * Returns the account that a sign-in is for; undefined if one is to be created. Changes nothing.
 * @throws SignInRefused
 */
export async function findSignedIn(
  context: Context,
  provider: StoredProvider,
  claims: ProviderClaims,
): Promise<Account | undefined> {
  const known = await findIdentity(context.db, { providerId: provider.id, subject: claims.subject });
  if (known !== undefined) return activeOf(await findAccount(context.db, known));
  const email = provenEmail(provider, claims);
  const present = await findAccountByEmail(context.db, email);
  if (!present) return undefined;
  await refuseForeign(context, provider, claims, present);
  return activeOf(sameAddress(present, email));
}

/** @throws SignInRefused unless the provider has verified an address of a domain that it may speak for */
function provenEmail({ domains }: StoredProvider, { email, isEmailVerified }: ProviderClaims): string {
  if (email === undefined || !isEmailVerified || !IsEmail(email)) throw new SignInRefused('unproven');
  const domain = email.slice(localPart(email).length + 1).toLowerCase();
  if (!domains.includes(domain)) throw new SignInRefused('domain');
  return email;
}

async function madeAccount(
  context: Context,
  provider: StoredProvider,
  claims: ProviderClaims,
  address: string,
): Promise<Account> {
  const email = provenEmail(provider, claims);
  const profile = {
    email,
    name: claims.name ?? localPart(email),
    username: claims.username ?? email,
    role: provider.role,
  };
  // Another request may create it at the same time: then it exists now.
  const made =
    (await makeAccount(context, profile, { name: provider.name, address })) ??
    (await findAccountByEmail(context.db, email));
  if (!made) throw new SignInRefused('unavailable');
  return activeOf(sameAddress(made, email));
}

/** Postgres takes some letters for the same that are not (İ and i). */
function sameAddress(account: Account, email: string): Account {
  if (account.user.email.toLowerCase() !== email.toLowerCase()) throw new SignInRefused('bound');
  return account;
}

function activeOf(account: Account | undefined): Account {
  if (!account?.isActive) throw new SignInRefused('deactivated');
  return account;
}

/** How long a sign-in to an account connects it with the provider that has named its address. */
const pendingMs = 10 * 60_000;

/**
 * Refuses an account that the sign-in may not be entitled to: one with an unproven address, and one with another way to
 * sign in, because its owner can prove there that it is theirs. Without another way that proof is impossible, so a
 * proven address is enough.
 * @throws SignInRefused `unconnected`, `unconfirmed`, or `bound` where the account is another subject there
 */
async function refuseForeign(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { id: providerId }: StoredProvider,
  { subject }: ProviderClaims,
  { user, hasPassword, emailProven }: Account,
): Promise<void> {
  const { onlyProviders } = (await settings.read()).signInConfig;
  const canProve = !onlyProviders && (hasPassword || (await listPasskeys(db, user.id)).length > 0);
  if (emailProven && !canProve) return;
  if ((await listUsersOf(db, providerId)).includes(user.id)) throw new SignInRefused('bound');
  if (!canProve) throw new SignInRefused('unconfirmed');
  const refused = new SignInRefused('unconnected');
  refused.pending = { providerId, subject, userId: user.id, until: Date.now() + pendingMs };
  throw refused;
}

/** Connects an account with a subject of a provider; false where either is connected with another already. */
async function connect(
  context: Context,
  provider: Pick<StoredProvider, 'id' | 'name'>,
  { subject, userId }: { subject: string; userId: string },
  address: string,
): Promise<boolean> {
  const identity = { providerId: provider.id, subject };
  const isLinked = await insertIdentity(context.db, { ...identity, userId });
  // A person may have signed in in two tabs at once.
  if (!isLinked) return (await findIdentity(context.db, identity)) === userId;
  await recordAuditOf(
    context,
    { name: provider.name, address },
    { action: 'identity.linked', subject: { type: 'user', id: userId }, details: { provider: provider.name } },
  );
  return true;
}

/** Connects the account that was just signed in to with the provider that had named its address, if any. */
export async function connectPending(
  context: Context,
  pending: PendingIdentity | undefined,
  userId: string,
  address: string,
): Promise<void> {
  if (pending?.userId !== userId || pending.until < Date.now()) return;
  const provider = await findProvider(context.db, pending.providerId);
  if (provider?.isActive) await connect(context, provider, pending, address);
}

/**
 * Assigns the role of the account's groups: the highest of them, or the provider's if none has one. Unreadable groups
 * change nothing, and the last admin stays one: both are recorded. Every admin is notified when another loses the role.
 */
async function withRoleOfGroups(
  context: Context,
  provider: StoredProvider,
  account: Account,
  { groups, groupsUnread }: ProviderClaims,
): Promise<Account> {
  const { id, role: before } = account.user;
  // Roles from a directory's groups are set there, when the groups change.
  if ((!groups && !groupsUnread) || (await findRoleBefore(context.db, id))) return account;
  if (!groups) {
    if (before !== provider.role) await noteKept(context, provider, id, { role: before, groups: groupsUnread });
    return account;
  }
  const role = roleOf(provider, groups);
  if (role === before) return account;
  try {
    await applyRole(context, provider, id, role);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    await noteKept(context, provider, id, { role: before, reason: 'last_admin' });
    return account;
  }
  if (before === 'admin') await mailAdministrators(context, { about: 'admin_ended', of: id, by: provider.name });
  const now = await findAccount(context.db, id);
  if (!now?.isActive) throw new SignInRefused('deactivated');
  return now;
}

/** Notes a role that groups did not confirm. */
async function noteKept(
  context: Context,
  { name }: StoredProvider,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  context.log.warn({ userId: id, provider: name, ...details }, 'a role was kept at a sign-in');
  await recordAuditOf(context, { name }, { action: 'user.role_kept', subject: { type: 'user', id }, details });
}

/** Returns the highest role of the groups, or the provider's default. */
export function roleOf({ role, groupRoles }: Pick<StoredProvider, 'role' | 'groupRoles'>, groups: string[]): Role {
  const mine = new Set(groups);
  const matching = groupRoles.filter(({ group }) => mine.has(group));
  return roles.find((highest) => matching.some((each) => each.role === highest)) ?? role;
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));
