/** The services that people sign in by, as administrators keep them. */
import type { SignInProvider } from '@parley/contracts/routes/auth';
import {
  type IdentityProvider,
  type IdentityProviderChange,
  type NewIdentityProvider,
  providersMax,
} from '@parley/contracts/users/identity-providers';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';
import { isUniqueViolation } from '@parley/db/database';
import { canAdministratorSignIn, deleteIdentitiesOf, listUsersOf } from '@parley/db/sign-in/identities';
import * as stored from '@parley/db/sign-in/providers';
import { refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import type { ExternalContext } from '../external/services.ts';
import { validateUrl } from '../validate-url.ts';
import { isSameIssuer, isUnencrypted } from './client.ts';
import { endProviderSessions } from './provider-sessions.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const about = (id: string) => ({ type: 'identity_provider', id });
export const unknownProvider = () => new Problem('not_found', localize('no_such_provider'));

/** Returns the provider with its secret masked. */
function asProvider({ revision: _revision, ...provider }: stored.StoredProvider): IdentityProvider {
  return { ...provider, clientSecret: provider.clientSecret === '' ? '' : secretMask };
}

/** Oldest first. */
export async function listIdentityProviders(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<IdentityProvider[]> {
  await refuseWithout(context, caller, 'security.manage');
  return (await stored.listProviders(context.db)).map(asProvider);
}

/** Returns the providers that the sign-in page offers. */
export async function listSignInProviders({ db }: Pick<Context, 'db'>): Promise<SignInProvider[]> {
  return stored.listSignInProviders(db);
}

/** @throws Problem `invalid`, `conflict` */
export async function addIdentityProvider(
  context: ExternalContext,
  caller: StaffCaller,
  { clientSecret, ...fields }: NewIdentityProvider,
): Promise<IdentityProvider> {
  await refuseWithout(context, caller, 'security.manage');
  refuseIssuer(context, fields.issuer);
  if ((await stored.listProviders(context.db)).length >= providersMax) {
    throw new Problem('conflict', localize('too_many_providers', { max: providersMax }));
  }
  const provider = await stored
    .insertProvider(context.db, {
      scopes: ['email', 'profile'],
      role: 'representative',
      groupsClaim: '',
      groupRoles: [],
      trustedForSecondFactor: false,
      isActive: true,
      ...fields,
      name: fields.name.trim(),
      clientSecret: encrypted(context, clientSecret === secretMask ? '' : clientSecret),
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'identity_providers_pkey')
        ? new Problem('conflict', 'There is an identity provider with this id.', { cause: error })
        : error;
    });
  await recordAudit(context, caller, {
    action: 'identity_provider.added',
    subject: about(provider.id),
    details: { name: provider.name, issuer: provider.issuer },
  });
  return asProvider(provider);
}

/**
 * Changes a provider. The mask keeps its secret, unless the issuer changes: then the secret is required again, and
 * known identities are deleted, since subjects belong to the issuer. Switching it off ends the sessions that began
 * there.
 *
 * @throws Problem `not_found`, `invalid`, `conflict` when passwords are off and no administrator could sign in any more
 */
export async function updateIdentityProvider(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  { clientSecret, expected, ...change }: IdentityProviderChange,
): Promise<IdentityProvider> {
  await refuseWithout(context, caller, 'security.manage');
  refuseIssuer(context, change.issuer);
  const before = await stored.findProvider(context.db, id);
  if (!before) throw unknownProvider();
  const isMoved = change.issuer !== undefined && !isSameIssuer(change.issuer, before.issuer);
  const isKept = clientSecret === undefined || clientSecret === secretMask;
  if (isMoved && isKept && before.clientSecret !== '') {
    throw fieldProblem('invalid', 'clientSecret', localize('provider_secret_again'));
  }
  const endsSessions = isMoved || change.isActive === false;
  const userIds = endsSessions ? await listUsersOf(context.db, id) : [];
  const provider = await withoutLockingOut(context, async (db) => {
    const wanted = { clientSecret, ...change };
    const present = await stored.findProvider(db, id);
    if (present) await refuseChanged(db, { id, present: asProvider(present), change: wanted, expected });
    if (isMoved) await deleteIdentitiesOf(db, id);
    return stored.updateProvider(db, id, {
      ...change,
      ...(change.name !== undefined && { name: change.name.trim() }),
      ...(isKept ? {} : { clientSecret: encrypted(context, clientSecret) }),
    });
  });
  if (!provider) throw unknownProvider();
  await recordAudit(context, caller, {
    action: 'identity_provider.updated',
    subject: about(id),
    details: { fields: [...(isKept ? [] : ['clientSecret']), ...Object.keys(change)], name: provider.name },
  });
  await endProviderSessions(context, id, userIds);
  return asProvider(provider);
}

/**
 * Removes a provider, its known identities, and the sessions that began there.
 *
 * @throws Problem `not_found`, `conflict` when passwords are off and no administrator could sign in any more
 */
export async function deleteIdentityProvider(context: ExternalContext, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'security.manage');
  const provider = await stored.findProvider(context.db, id);
  if (!provider) throw unknownProvider();
  const userIds = await listUsersOf(context.db, id);
  if (!(await withoutLockingOut(context, (db) => stored.deleteProvider(db, id)))) throw unknownProvider();
  await recordAudit(context, caller, {
    action: 'identity_provider.deleted',
    subject: about(id),
    details: { name: provider.name, issuer: provider.issuer },
  });
  await endProviderSessions(context, id, userIds);
}

/** @throws Problem `invalid` for an address that cannot be called, or only unencrypted from a product that is not let. */
function refuseIssuer({ external }: ExternalContext, issuer: string | undefined): void {
  validateUrl('issuer', issuer);
  if (issuer !== undefined && isUnencrypted(issuer) && !external.addresses.allowPrivate) {
    throw fieldProblem('invalid', 'issuer', localize('provider_unencrypted'));
  }
}

const encrypted = ({ secrets }: Pick<Context, 'secrets'>, secret: string): string =>
  secret === '' ? '' : secrets.encrypt(secret);

/** Changes providers, unless passwords are off and no admin could sign in afterwards. */
async function withoutLockingOut<T>(context: ExternalContext, change: (db: Context['db']) => Promise<T>): Promise<T> {
  const { onlyProviders } = (await context.settings.read()).signInConfig;
  return context.db.transaction().execute(async (transaction) => {
    await stored.lockProviders(transaction);
    const result = await change(transaction);
    if (onlyProviders && !(await canAdministratorSignIn(transaction))) {
      throw new Problem('conflict', localize('would_lock_out'));
    }
    return result;
  });
}
