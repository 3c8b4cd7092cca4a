/** Scorecards: by which criteria answers are reviewed, and which conversations are sampled for it. */
import type { BuiltInField } from '@parley/contracts/filter/filter-fields';
import { conditionsIn } from '@parley/contracts/filter/filter';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { samplePerPersonMax, scorecardsMax } from '@parley/contracts/reviews/limits';
import { type Scorecard, type ScorecardDraft, scorecardFields } from '@parley/contracts/reviews/reviews';
import * as scorecards from '@parley/db/reviews/scorecards';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf, fieldsOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { readFilter } from '../conversations/filter.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const unknown = (): Problem => new Problem('not_found', localize('no_such_scorecard'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'scorecard', id });
export const announceReviews = (context: Context) => publishChange(context, { frame: { type: 'reviews_updated' } });

/** @throws Problem `forbidden` */
export async function listScorecards(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<Scorecard[]> {
  await refuseWithout(context, caller, 'reviews.write');
  return scorecards.listScorecards(context.db);
}

/** @throws Problem as `checkScorecard`, `conflict` for a name that is taken, and for too many */
export async function addScorecard(context: Context, caller: StaffCaller, draft: ScorecardDraft): Promise<Scorecard> {
  await refuseWithout(context, caller, 'reviews.manage');
  const fields = await checkScorecard(context, draft);
  const made = await context.db.transaction().execute(async (db) => {
    await scorecards.holdScorecards(db);
    if ((await scorecards.listScorecards(db)).length >= scorecardsMax)
      throw new Problem('conflict', localize('too_many_scorecards', { max: scorecardsMax }));
    const added = await scorecards.insertScorecard(db, fields);
    if (added === 'taken') throw taken(fields.name);
    await recordAudit({ db }, caller, { action: 'scorecard.added', subject: about(added.id), details: draftOf(added) });
    return added;
  });
  await announceReviews(context);
  return made;
}

/**
 * Changes a scorecard. Reviews that were begun keep their criteria.
 *
 * @throws Problem `not_found`, as `checkScorecard`, `conflict` for a name that is taken, and as `holdAsSeen`
 */
export async function updateScorecard(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<{ [Field in keyof ScorecardDraft]?: ScorecardDraft[Field] | undefined }, Scorecard>,
): Promise<Scorecard> {
  await refuseWithout(context, caller, 'reviews.manage');
  const after = await context.db.transaction().execute(async (db) => {
    const read = () => scorecards.findScorecard(db, id);
    const before = await holdAsSeen(db, { table: 'scorecards', id, read, change, expected, unknown });
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const fields = await checkScorecard(context, { ...draftOf(before), ...given });
    const updated = await scorecards.updateScorecard(db, id, fields);
    if (updated === 'taken') throw taken(fields.name);
    if (!updated) throw unknown();
    await scorecards.renewUnbegun(db, updated);
    const details = { name: updated.name, ...differencesOf(before, updated, Object.keys(change)) };
    await recordAudit({ db }, caller, { action: 'scorecard.updated', subject: about(id), details });
    return updated;
  });
  await announceReviews(context);
  return after;
}

/** Deletes a scorecard with its reviews that nobody has begun. @throws Problem `not_found` */
export async function deleteScorecard(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'reviews.manage');
  await context.db.transaction().execute(async (db) => {
    const present = await scorecards.findScorecard(db, id);
    if (!present || !(await scorecards.deleteScorecard(db, id))) throw await goneOr(db, id, unknown);
    await recordAudit({ db }, caller, { action: 'scorecard.deleted', subject: about(id), details: draftOf(present) });
  });
  await announceReviews(context);
}

/** Fields that depend on the caller. */
const refusedFields: ReadonlySet<string> = new Set<BuiltInField>(['unread', 'following']);

/**
 * Returns a draft as it is stored.
 *
 * @throws Problem `invalid` for a filter that isn't valid or depends on the caller, for criteria with the same id, and
 * for a sample that is too large
 */
async function checkScorecard(context: Pick<Context, 'db'>, draft: ScorecardDraft): Promise<ScorecardDraft> {
  const filter = await readFilter(context, draft.filter);
  const refused = conditionsIn(filter).find(
    ({ field, value }) => refusedFields.has(field) || [value].flat().includes('me'),
  );
  if (refused) throw fieldProblem('invalid', 'filter', localize('scorecard_field', { field: refused.field }));
  if (new Set(draft.criteria.map(({ id }) => id)).size < draft.criteria.length)
    throw fieldProblem('invalid', 'criteria', localize('criteria_twice'));
  if (draft.sample === 'per_person' && draft.sampleSize > samplePerPersonMax)
    throw fieldProblem('invalid', 'sampleSize', localize('sample_per_person', { max: samplePerPersonMax }));
  const criteria = draft.criteria.map((each) => ({
    ...each,
    name: each.name.trim(),
    description: each.description.trim(),
  }));
  return { ...draft, name: draft.name.trim(), filter, criteria };
}

/** Fields of a scorecard that callers write. */
const draftOf = (scorecard: Scorecard): ScorecardDraft =>
  fieldsOf(scorecard, Object.keys(scorecardFields)) as ScorecardDraft;
