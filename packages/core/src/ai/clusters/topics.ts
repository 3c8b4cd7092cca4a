/** Lets the team rename, hide and merge topics, and make tags of them. */
import { bulkLimits, type Batch } from '@parley/contracts/conversations/bulk';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Topic } from '@parley/contracts/topics/topics';
import * as topics from '@parley/db/topics/topics';
import { type RawBuilder, sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import { startBatch } from '../../bulk/start.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { addTag } from '../../conversations/tags.ts';
import { publishChange } from '../../live/publish-change.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { scopeSql } from '../../permissions/scope.ts';

const unknown = (): Problem => new Problem('not_found', localize('no_such_topic'));
const about = (id: string) => ({ type: 'topic', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'topics_updated' } });

const scopeFor = async (context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<RawBuilder<boolean>> =>
  (await scopeSql(context, caller)) ?? sql<boolean>`true`;

/** Returns the topics, with the conversations that the caller may see counted. @throws Problem `forbidden` */
export async function listTopics(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<Topic[]> {
  await refuseWithout(context, caller, 'reports.read');
  return topics.listTopics(context.db, await scopeFor(context, caller));
}

/** @throws Problem `forbidden`, `not_found` */
export async function updateTopic(
  context: Context,
  caller: StaffCaller,
  id: string,
  { name, isHidden }: { name?: string | undefined; isHidden?: boolean | undefined },
): Promise<Topic> {
  await refuseWithout(context, caller, 'tags.manage');
  const within = await scopeFor(context, caller);
  const updated = await context.db.transaction().execute(async (db) => {
    const change = {
      ...(name !== undefined && { name: name.trim(), namedBy: 'user' as const }),
      ...(isHidden !== undefined && { isHidden }),
    };
    if (!(await topics.updateTopic(db, id, change))) throw unknown();
    await recordAudit({ db }, caller, { action: 'topic.updated', subject: about(id), details: change });
    return topics.findTopic(db, id, within);
  });
  if (!updated) throw unknown();
  await announce(context);
  return updated;
}

/** Moves the conversations of a topic to another. @throws Problem `forbidden`, `not_found`, `conflict` for itself */
export async function mergeTopic(context: Context, caller: StaffCaller, id: string, into: string): Promise<Topic> {
  await refuseWithout(context, caller, 'tags.manage');
  if (id === into) throw new Problem('conflict', localize('topic_into_itself'));
  const within = await scopeFor(context, caller);
  const merged = await context.db.transaction().execute(async (db) => {
    const [topic, other] = [await topics.findTopic(db, id, within), await topics.findTopic(db, into, within)];
    if (!topic || !other) throw unknown();
    await topics.mergeTopic(db, id, into);
    await recordAudit({ db }, caller, {
      action: 'topic.merged',
      subject: about(id),
      details: { name: topic.name, into: other.name },
    });
    return topics.findTopic(db, into, within);
  });
  if (!merged) throw unknown();
  await announce(context);
  return merged;
}

/**
 * Adds the tag of a topic's name to its conversations within the caller's scope, as a batch that can be undone.
 *
 * @throws Problem `forbidden`, `not_found`, `conflict` for a topic without a conversation of the caller's
 */
export async function tagTopic(context: Context, caller: StaffCaller, id: string): Promise<Batch> {
  await refuseWithout(context, caller, 'tags.manage');
  const within = await scopeFor(context, caller);
  const topic = await topics.findTopic(context.db, id, within);
  if (!topic) throw unknown();
  const ids = await topics.conversationsOf(context.db, id, { within, limit: bulkLimits.conversations });
  if (ids.length === 0) throw new Problem('conflict', localize('topic_without_conversation'));
  const { tag } = await addTag(context, caller, { name: topic.name });
  return startBatch(context, caller, { ids, commands: [{ type: 'tag', add: [tag.id] }] });
}
