/** The app of the installation in Teams: its package, and the channels that threads can be in. */
import { msteamsManifest } from '@parley/contracts/channels/msteams';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { MsteamsChannel } from '@parley/contracts/routes/msteams';
import { makeZip } from 'client-zip';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { asCallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { type Msteams, msteamsOf } from './api.ts';
import { colorIcon, outlineIcon } from './icons.ts';

/** Opens the API, threads switched on or not. @throws Problem `not_configured` */
export async function openMsteams(context: ExternalContext): Promise<Msteams> {
  const config = (await context.settings.read()).msteamsConfig;
  if (!config.appId || !config.tenantId || !config.clientSecret) throw notConfigured(localize('msteams_app_missing'));
  return msteamsOf(context, config);
}

/**
 * Returns the channels of all teams that the app was added to, by name.
 *
 * @throws Problem `not_configured`, `other_side_failed`
 */
export async function listMsteamsChannels(context: ExternalContext, caller: StaffCaller): Promise<MsteamsChannel[]> {
  await refuseWithout(context, caller, 'settings.change');
  const teams = await openMsteams(context);
  try {
    return await teams.channels();
  } catch (error) {
    const { message, localized } = asCallFailed(error);
    throw new Problem('other_side_failed', localized ?? message, { cause: error });
  }
}

/**
 * Returns the app to upload to Teams: its manifest and icons, as a ZIP file.
 *
 * @throws Problem `not_configured` without an app id
 */
export async function msteamsApp(context: Context, caller: StaffCaller): Promise<Buffer> {
  await refuseWithout(context, caller, 'settings.change');
  const { appId } = (await context.settings.read()).msteamsConfig;
  if (!appId) throw notConfigured(localize('msteams_app_missing'));
  const lastModified = new Date();
  const zip = makeZip([
    { name: 'manifest.json', lastModified, input: JSON.stringify(msteamsManifest(appId, context.publicUrl), null, 2) },
    { name: 'color.png', lastModified, input: colorIcon },
    { name: 'outline.png', lastModified, input: outlineIcon },
  ]);
  return Buffer.from(await new Response(zip).arrayBuffer());
}
