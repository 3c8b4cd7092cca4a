/** Shows the team passages that contradict each other, and settles them. */
import type { KnowledgeContradiction } from '@parley/contracts/knowledge/contradictions';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as stored from '@parley/db/knowledge/contradictions';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { contradictionsOf } from './contradictions.ts';

const mostFound = 500;
const shown = 100;

/** Compares all passages, if any document has changed since. Returns the number of contradictions. */
export async function findContradictions({ db }: Pick<Context, 'db'>): Promise<number> {
  if (!(await stored.beginComparison(db))) return 0;
  const found = contradictionsOf(await stored.passagesToCompare(db)).slice(0, mostFound);
  await stored.storeContradictions(
    db,
    found.map(({ older, newer, olderText, newerText }) => ({
      olderPassageId: older.id,
      newerPassageId: newer.id,
      olderText,
      newerText,
    })),
  );
  return found.length;
}

/** Returns the open contradictions, the latest first. */
export async function listContradictions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<KnowledgeContradiction[]> {
  await refuseWithout(context, caller, 'articles.manage');
  return stored.listContradictions(context.db, shown);
}

const noContradiction = (): Problem => new Problem('not_found', localize('no_such_document'));

/** Confirms that both passages are right. @throws Problem `not_found` */
export async function settleContradiction(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  pair: { olderPassageId: string; newerPassageId: string },
): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (!(await stored.settleContradiction(context.db, pair, caller.user.id))) throw noContradiction();
  await recordAudit(context, caller, {
    action: 'passage.approved',
    subject: { type: 'passage', id: pair.olderPassageId },
  });
}

/** Suspends one of two contradicting passages: no answer uses it. @throws Problem `not_found` */
export async function suspendPassage(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  passageId: string,
): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (!(await stored.suspendContradicting(context.db, passageId))) throw noContradiction();
  await recordAudit(context, caller, { action: 'passage.suspended', subject: { type: 'passage', id: passageId } });
}
