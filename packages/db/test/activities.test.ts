import { describe, expect, test } from 'vitest';
import { activitiesAfter, activitiesBefore, findActivity } from '../src/activities/read.ts';
import { deleteConversation } from '../src/conversations/delete.ts';
import { transition } from '../src/conversations/transition.ts';
import {
  aConversation,
  adaAndBen,
  aDatabase,
  close,
  does,
  fromCustomer,
  fromRepresentative,
  takeOver,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);
const activities = (id: string) => activitiesAfter(db, id, 0, 100);

describe('activities of a conversation', () => {
  test('tell who did what, after which message, and only what was changed', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    await takeOver(db, id, ada);
    await does(db, id, { type: 'assign', representativeId: ben }, { by: ada });
    await fromRepresentative(db, id, ben);
    await close(db, id);
    expect(await activities(id)).toMatchObject([
      {
        activityNo: 1,
        afterSeq: 1,
        kind: 'taken_over',
        cause: { by: 'representative', userId: ada },
        actorName: 'Ada Byron',
        before: { assignedRepresentativeId: null, representative: null, isAiAssisted: true },
        after: { assignedRepresentativeId: ada, representative: 'Ada Byron', isAiAssisted: false },
      },
      {
        activityNo: 2,
        afterSeq: 1,
        kind: 'assigned',
        before: { assignedRepresentativeId: ada, representative: 'Ada Byron' },
        after: { assignedRepresentativeId: ben, representative: 'Ben Cole' },
      },
      { activityNo: 3, afterSeq: 2, kind: 'closed', cause: { by: 'rule', rule: 'idle' }, actorName: null },
    ]);
    expect((await findActivity(db, id, 3))?.after).toEqual({ status: 'closed' });
  });

  test('they are dense and in the order of the changes, however many compete', async () => {
    const id = await aConversation(db);
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 3 === 0
          ? fromCustomer(db, id)
          : does(db, id, { type: 'assign', representativeId: index % 2 ? ada : ben }, { by: ada }),
      ),
    );
    const done = outcomes.filter((each) => each.outcome === 'done');
    const stored = await activities(id);
    expect(stored.map(({ activityNo }) => activityNo)).toEqual(done.map((_, index) => index + 1));
    const seqs = stored.map(({ afterSeq }) => afterSeq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    // Each takes up where the one before it ended.
    const owners = stored.map(({ before, after }) => [before, after].map((each) => each.assignedRepresentativeId));
    expect(owners.slice(1).map(([from]) => from)).toEqual(owners.slice(0, -1).map(([, to]) => to));
  });

  test('several commands are one change, one activity and one event', async () => {
    const id = await aConversation(db);
    await close(db, id);
    const done = await transition(db, id, [{ type: 'reopen' }, { type: 'assign', representativeId: ben }], {
      cause: { by: 'representative', userId: ada },
    });
    expect(done).toMatchObject({
      outcome: 'done',
      conversation: { status: 'active', representative: 'Ben Cole', isAiAssisted: false },
      activity: { activityNo: 2, kind: 'assigned', after: { status: 'active', representative: 'Ben Cole' } },
      event: { event: { activityNo: 2, change: 'assigned' } },
    });
    const events = await db.selectFrom('outbox').select('id').where('conversationId', '=', id).execute();
    expect(events).toHaveLength(2);
  });

  test('a change that changes nothing leaves no trace', async () => {
    const id = await aConversation(db);
    await takeOver(db, id, ada);
    expect(await takeOver(db, id, ada)).toMatchObject({
      outcome: 'unchanged',
      conversation: { representative: 'Ada Byron' },
    });
    expect(await takeOver(db, id, ben)).toMatchObject({ outcome: 'taken', by: 'Ada Byron' });
    expect(await activities(id)).toHaveLength(1);
    expect(await db.selectFrom('outbox').select('id').where('conversationId', '=', id).execute()).toHaveLength(1);
  });

  test('they record that the customer’s message reopened a closed conversation', async () => {
    const id = await aConversation(db);
    await fromCustomer(db, id);
    await close(db, id);
    const message = await fromCustomer(db, id);
    expect(message).toMatchObject({ event: { event: { seq: 2, activityNo: 2 } } });
    expect((await activities(id)).at(-1)).toMatchObject({
      activityNo: 2,
      afterSeq: 1,
      kind: 'reopened',
      cause: { by: 'customer' },
      before: { status: 'closed' },
      after: { status: 'waiting' },
    });
    expect(await fromCustomer(db, id)).not.toHaveProperty('event.event.activityNo');
  });

  test('they are read in pages, and go with their conversation', async () => {
    const id = await aConversation(db);
    for (let index = 0; index < 5; index++) {
      await does(db, id, { type: 'assign', representativeId: index % 2 ? ada : ben }, { by: ada });
    }
    const numbers = (page: { activityNo: number }[]) => page.map(({ activityNo }) => activityNo);
    expect(numbers(await activitiesBefore(db, id, null, 2))).toEqual([4, 5]);
    expect(numbers(await activitiesBefore(db, id, 4, 2))).toEqual([2, 3]);
    expect(numbers(await activitiesAfter(db, id, 3, 10))).toEqual([4, 5]);
    await deleteConversation(db, id);
    expect(await activities(id)).toEqual([]);
  });
});
