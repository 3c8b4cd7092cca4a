/** Enforces sign-in through identity providers alone, and lifts it again. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { canAdministratorSignIn } from '@parley/db/sign-in/identities';
import { mergeSettings } from '@parley/db/settings/settings';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';

/** @throws Problem `forbidden` if passwords are switched off */
export async function refuseWithoutPasswords({ settings }: Pick<Context, 'settings'>): Promise<void> {
  if ((await settings.read()).signInConfig.onlyProviders) throw new Problem('forbidden', localize('providers_only'));
}

/**
 * Refuses to switch passwords off if the caller could not sign in afterwards.
 *
 * @throws Problem `conflict` unless the admin has signed in through an active provider
 */
export async function refuseLockingOut({ db }: Pick<Context, 'db'>, { user }: StaffCaller): Promise<void> {
  if (!(await canAdministratorSignIn(db, user.id))) throw new Problem('conflict', localize('sign_in_by_it_first'));
}

/** Allows passwords again: the way back when no provider works. */
export async function allowPasswords(
  context: Pick<Context, 'db' | 'settings' | 'publisher' | 'log'>,
  by: string,
): Promise<void> {
  await mergeSettings(context.db, 'signInConfig', { onlyProviders: false });
  context.settings.forget();
  await recordAuditOf(
    context,
    { name: by },
    {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'signInConfig' },
      details: { fields: ['onlyProviders'] },
    },
  );
  await publishChange(context, {
    control: { type: 'settings_changed' },
    frame: { type: 'settings_updated', section: 'signInConfig' },
  });
}
