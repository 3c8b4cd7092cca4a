/** Starts copying from another installation, and waits for the end. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** Configuration of the API, which reports a missing one, and the worker, which copies. */
export const syncConfig = {
  SYNC_SOURCE_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://.+',
      description: 'The database of another installation to copy from; without it the sync button says what is missing',
      secret: true,
    }),
  ),
};

const Copied = Type.Object({
  users: Type.Integer(),
  websites: Type.Integer(),
  conversations: Type.Integer(),
  messages: Type.Integer(),
  /** Number of files with bytes that are fetched now. */
  files: Type.Integer(),
});
export type Copied = Type.Static<typeof Copied>;
const answer = Compile(Copied);

/** A first copy of a large installation takes a while; its progress is shown. Proxies in front wait a little longer. */
const timeoutMs = 30 * 60_000;

/**
 * Has the worker copy users, websites, conversations and messages, and returns the number of each.
 *
 * @throws Problem `not_configured` without a source, `unavailable` when no worker answers
 */
export async function triggerSync(context: Context, caller: StaffCaller, source: string | undefined): Promise<Copied> {
  await refuseWithout(context, caller, 'data.copy');
  if (source === undefined) {
    throw new Problem('not_configured', localize('no_sync_source'));
  }
  await recordAudit(context, caller, { action: 'sync.triggered' });
  const result = await context.queues.ask(
    'sync',
    { requestedBy: caller.user.id, ...(caller.key && { keyId: caller.key.id }) },
    timeoutMs,
  );
  if (!answer.Check(result)) throw new Problem('unavailable', localize('copy_unfinished'));
  return result;
}
