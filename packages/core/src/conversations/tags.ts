/** Manages the vocabulary of tags: every user adds tags, admins edit and delete them. */
import { tagsMax } from '@parley/contracts/conversations/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Tag, TagColour, TagUse } from '@parley/contracts/conversations/tags';
import * as tags from '@parley/db/tags/tags';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const unknownTag = () => new Problem('not_found', localize('tag_gone_now'));

const about = (id: string) => ({ type: 'tag', id });

const announce = (context: Context) => publishChange(context, { frame: { type: 'tags_updated' } });

/** By name. */
export async function listTags({ db }: Pick<Context, 'db'>): Promise<Tag[]> {
  return tags.listTags(db);
}

/** On how many conversations that the caller may see each tag is that is on any. */
export async function countTagUses(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<TagUse[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return tags.countTagUses(context.db, await scopeSql(context, caller));
}

/**
 * Adds a tag, or returns the existing one of that name: two users who add it at the same time get the same.
 *
 * @throws Problem `conflict` when the maximum number is reached
 */
export async function addTag(
  context: Context,
  caller: StaffCaller,
  { name, colour = 'gray' }: { name: string; colour?: TagColour },
): Promise<{ tag: Tag; added: boolean }> {
  await refuseWithout(context, caller, 'tags.add');
  const draft = { name: name.trim(), colour, createdBy: caller.user.id, max: tagsMax };
  const added = await tags.insertTag(context.db, draft);
  if (added.outcome === 'full') {
    throw new Problem('conflict', localize('too_many_tags_in_all', { max: tagsMax }));
  }
  const { tag, outcome } = added;
  if (outcome === 'known') return { tag, added: false };
  await recordAudit(context, caller, { action: 'tag.added', subject: about(tag.id), details: { name: tag.name } });
  await announce(context);
  return { tag, added: true };
}

/**
 * Renames or recolours a tag wherever it is.
 *
 * @throws Problem `not_found`, `conflict` for a name that is taken, and as `holdAsSeen`
 */
export async function updateTag(
  context: Context,
  caller: StaffCaller,
  id: string,
  { name, expected, ...others }: AsSeen<{ name?: string; colour?: TagColour }, Tag>,
): Promise<Tag> {
  await refuseWithout(context, caller, 'tags.manage');
  const change = { ...others, ...(name === undefined ? {} : { name: name.trim() }) };
  const after = await context.db.transaction().execute(async (db) => {
    const read = () => tags.findTag(db, id);
    const before = await holdAsSeen(db, { table: 'tags', id, read, change, expected, unknown: unknownTag });
    const updated = await tags.updateTag(db, id, change);
    if (!updated) throw unknownTag();
    if (updated === 'taken') throw fieldProblem('conflict', 'name', localize('tag_name_taken'));
    await recordAudit({ db }, caller, {
      action: 'tag.updated',
      subject: about(id),
      details: { name: updated.name, ...differencesOf(before, updated, ['name', 'colour']) },
    });
    return updated;
  });
  await announce(context);
  return after;
}

/** Puts another tag in the place of this one, on every conversation. @throws Problem `not_found`, `invalid` for itself */
export async function mergeTag(context: Context, caller: StaffCaller, id: string, into: string): Promise<Tag> {
  await refuseWithout(context, caller, 'tags.manage');
  if (id === into) {
    throw fieldProblem('invalid', 'into', localize('tag_into_itself'));
  }
  const removed = await tags.removeTag(context.db, id, into);
  const kept = removed && (await tags.listTags(context.db)).find((tag) => tag.id === into);
  if (!kept) throw await goneOr(context.db, id, unknownTag);
  await recordAudit(context, caller, {
    action: 'tag.merged',
    subject: about(id),
    details: { name: removed.tag.name, into: kept.name, conversations: removed.conversations },
  });
  await announce(context);
  return kept;
}

/** Removes a tag, from every conversation too. @throws Problem `not_found` */
export async function deleteTag(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'tags.manage');
  const removed = await tags.removeTag(context.db, id, null);
  if (!removed) throw await goneOr(context.db, id, unknownTag);
  await recordAudit(context, caller, {
    action: 'tag.deleted',
    subject: about(id),
    details: { name: removed.tag.name, conversations: removed.conversations },
  });
  await announce(context);
}
