/** Ends promises that were kept or broken, and runs the clocks of the others. */
import type { Transaction } from '@parley/db/database';
import type { ClockedConversation, ComputedClocks } from '@parley/db/sla/clocks';
import { endPromise, type OpenPromise, openPromises } from '@parley/db/sla/promises';
import { slaWarningShare } from '@parley/contracts/sla/limits';

/** Adds the clocks of open promises to those of policies. A promise is kept if a person answered by the first time told. */
export async function settlePromises(
  db: Transaction,
  claimed: readonly ClockedConversation[],
  computed: ComputedClocks[],
): Promise<void> {
  const open = await openPromises(
    db,
    claimed.map(({ id }) => id),
  );
  for (const promise of open) {
    const conversation = claimed.find(({ id }) => id === promise.conversationId);
    const clocks = computed.find(({ id }) => id === promise.conversationId);
    if (!conversation || !clocks) continue;
    if (promise.answeredAt) await endPromise(db, promise, promise.answeredAt <= promise.firstDueAt);
    else if (!conversation.isRunning || conversation.isAiAssisted)
      await endPromise(db, promise, promise.firstDueAt < new Date() ? false : null);
    else clocks.clocks = [...clocks.clocks, clockOf(promise)];
  }
}

function clockOf({ givenAt, renewedAt, dueAt }: OpenPromise): ComputedClocks['clocks'][number] {
  const startedAt = renewedAt ?? givenAt;
  const warnAt = new Date(startedAt.getTime() + (dueAt.getTime() - startedAt.getTime()) * slaWarningShare);
  return { kind: 'promise', startedAt, warnAt, dueAt };
}
