/** Acknowledges an audit log that differs from its notes, for example after the restore of a backup. */
import type { AuditChain } from '@parley/contracts/audit/audit';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from './record.ts';
import { refuseKey, refuseUnproven } from '../permissions/proven.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { checkAuditChain } from './chain.ts';
import { acknowledgementOf, differenceFrom, type Note, readNotes } from './notes.ts';
import { readChainEnds } from '@parley/db/audit/chain';

/**
 * Acknowledges that the log differs from the notes of it, which is an entry of the log with both numbers. The worker notes
 * its newest entry from then on.
 *
 * @throws Problem `forbidden`, `session_required`, `step_up_required`, and `conflict` unless the log differs from the note
 * that the caller has seen and is whole in itself
 */
export async function acknowledgeAuditDifference(
  context: Context,
  caller: StaffCaller,
  seen: { hash: string },
): Promise<AuditChain> {
  refuseKey(caller);
  await refuseWithout(context, caller, 'security.manage');
  refuseUnproven(caller);
  const { broken, noted } = await checkAuditChain(context);
  if (!broken || !noted || noted.hash !== seen.hash || !isDifference(broken.why)) {
    throw new Problem('conflict', localize('audit_not_different'));
  }
  const different = await differentNotes(context);
  await recordAudit(context, caller, {
    action: 'audit.difference_acknowledged',
    details: {
      why: broken.why,
      no: broken.no,
      noted: noted.no,
      notedAt: noted.at,
      seals: different.map((note) => acknowledgementOf(context, note)),
    },
  });
  return checkAuditChain(context);
}

/** Checks the audit log. */
export async function readAuditChain(context: Context, caller: StaffCaller): Promise<AuditChain> {
  await refuseWithout(context, caller, 'audit.read');
  return checkAuditChain(context);
}

const isDifference = (why: NonNullable<AuditChain['broken']>['why']): boolean =>
  why === 'shorter' || why === 'restarted' || why === 'differs';

async function differentNotes(context: Context): Promise<Note[]> {
  const notes = (await readNotes(context)).flatMap(({ note }) => note ?? []);
  const ends = await readChainEnds(context.db);
  const differences = await Promise.all(notes.map(async (note) => differenceFrom(context.db, ends, note)));
  return notes.filter((_, at) => differences[at] !== null);
}
