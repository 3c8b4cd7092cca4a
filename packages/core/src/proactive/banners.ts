/** Banners as the team keeps them. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import type { Banner, BannerContent } from '@parley/contracts/proactive/banners';
import { bannersMax } from '@parley/contracts/proactive/limits';
import * as banners from '@parley/db/proactive/banners';
import { listTags } from '@parley/db/tags/tags';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { validateUrl } from '../validate-url.ts';
import { assertWebsites, cleanTexts } from './texts.ts';

const unknown = (): Problem => new Problem('not_found', localize('no_such_banner'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'banner', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'proactive_updated' } });

/** Returns the banners, the newest first. @throws Problem `forbidden` */
export async function listBanners(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<Banner[]> {
  await refuseWithout(context, caller, 'websites.manage');
  return banners.listBanners(context.db);
}

/** @throws Problem `forbidden`, `invalid` by field, `conflict` for a name that is taken and for too many */
export async function addBanner(context: Context, caller: StaffCaller, draft: BannerContent): Promise<Banner> {
  await refuseWithout(context, caller, 'websites.manage');
  const content = await checked(context, draft);
  const added = await context.db.transaction().execute(async (db) => {
    const made = await banners.insertBanner(db, content, bannersMax);
    if (made === 'taken') throw taken(content.name);
    if (made === 'full') throw new Problem('conflict', localize('too_many_banners', { max: bannersMax }));
    await recordAudit({ db }, caller, { action: 'banner.added', subject: about(made.id), details: { ...content } });
    return banners.findBanner(db, made.id);
  });
  if (!added) throw unknown();
  await announce(context);
  return added;
}

/** @throws Problem as `addBanner`, `not_found`, and as `holdAsSeen` */
export async function updateBanner(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<Partial<BannerContent>, Banner>,
): Promise<Banner> {
  await refuseWithout(context, caller, 'websites.manage');
  const updated = await context.db.transaction().execute(async (db) => {
    const read = () => banners.findBanner(db, id);
    const before = await holdAsSeen(db, { table: 'banners', id, read, change, expected, unknown });
    const { id: _id, createdAt: _created, updatedAt: _updated, ...was } = before;
    const content = await checked({ db }, { ...was, ...change });
    if ((await banners.updateBanner(db, id, content)) === 'taken') throw taken(content.name);
    await recordAudit({ db }, caller, {
      action: 'banner.updated',
      subject: about(id),
      details: { name: content.name, ...differencesOf(was, content) },
    });
    return read();
  });
  if (!updated) throw unknown();
  await announce(context);
  return updated;
}

/** @throws Problem `forbidden`, `not_found` */
export async function deleteBanner(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'websites.manage');
  await context.db.transaction().execute(async (db) => {
    const name = await banners.deleteBanner(db, id);
    if (name === undefined) throw await goneOr(db, id, unknown);
    await recordAudit({ db }, caller, { action: 'banner.deleted', subject: about(id), details: { name } });
  });
  await announce(context);
}

/** Returns content as it is stored. @throws Problem `invalid` by field */
async function checked({ db }: Pick<Context, 'db'>, content: BannerContent): Promise<BannerContent> {
  const { from, until, link, tagId } = content;
  await assertWebsites({ db }, content.websiteIds);
  if (until !== null && Date.parse(until) <= Date.parse(from))
    throw fieldProblem('invalid', 'until', localize('banner_ends_first'));
  validateUrl('link', link ?? undefined);
  if (tagId !== null && !(await listTags(db)).some(({ id }) => id === tagId))
    throw fieldProblem('invalid', 'tagId', localize('no_such_tag'));
  return { ...content, ...cleanTexts(content), name: content.name.trim() };
}
