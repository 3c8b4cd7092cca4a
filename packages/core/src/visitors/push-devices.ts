/** Browsers of visitors that receive push messages while they are away from the page. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { Language } from '@parley/contracts/text/languages';
import { visitorDevicesMax } from '@parley/contracts/visitors/push';
import { isBlocked } from '@parley/db/visitors/contacts';
import { deleteVisitorDevices, saveVisitorDevice } from '@parley/db/visitors/push';
import { findVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { VisitorCaller } from '../callers.ts';
import type { ExternalContext } from '../external/services.ts';
import { blocked } from '../permissions/blocked.ts';
import { pushKeys } from '../push/keys.ts';
import { type GivenSubscription, refuseSubscription } from '../push/subscription.ts';

/** Returns the key that the visitor's browser subscribes with. @throws Problem `not_configured` without a worker file */
export async function readVisitorPushKey(
  context: ExternalContext,
  caller: VisitorCaller,
): Promise<{ publicKey: string }> {
  await refuseWithoutWorker(context, caller);
  const { publicKey } = await pushKeys(context);
  return { publicKey };
}

/**
 * Adds the visitor's browser, or updates it.
 * @throws Problem `not_configured` without a worker file, `blocked`, `invalid`, `conflict` for a browser with other keys
 */
export async function addVisitorPushDevice(
  context: ExternalContext,
  caller: VisitorCaller,
  { endpoint, keys, publicKey, language = 'en' }: GivenSubscription & { language?: Language },
): Promise<void> {
  const { visitorId, session = null } = caller;
  await refuseWithoutWorker(context, caller);
  if (await isBlocked(context.db, visitorId)) throw blocked();
  await refuseSubscription(context, { endpoint, keys, publicKey });
  const device = { visitorId, session, endpoint, ...keys, publicKey, language };
  if (!(await saveVisitorDevice(context.db, device, visitorDevicesMax)))
    throw new Problem('conflict', localize('device_address_taken'));
}

/** Removes a browser of the visitor. */
export async function removeVisitorPushDevice(
  { db }: Pick<ExternalContext, 'db'>,
  { visitorId }: VisitorCaller,
  endpoint: string,
): Promise<void> {
  await deleteVisitorDevices(db, visitorId, { endpoint });
}

async function refuseWithoutWorker({ db }: Pick<ExternalContext, 'db'>, { visitorId }: VisitorCaller): Promise<void> {
  const websiteId = (await findVisitor(db, visitorId))?.websiteId;
  const website = websiteId ? await findWebsite(db, websiteId) : undefined;
  if (!website?.pushWorker) throw new Problem('not_configured', 'This website has no push messages.');
}
