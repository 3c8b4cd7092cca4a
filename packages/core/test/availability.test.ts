/** Availability of users, stored so that a transaction can rely on it. */
import type { Availability } from '@parley/contracts/entities';
import { availability, endConnection, keepConnected, recordInput } from '@parley/db/users/availability';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { publishAvailabilities } from '../src/presence/availability.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { changeSettings } from '../src/integrations/change-settings.ts';
import {
  appear,
  createColleague,
  createTestContext,
  overseer,
  type TestContext,
  withExternalServices,
} from '../src/testing.ts';
import { addAbsence, deleteAbsence, listAbsences, updateAbsence } from '../src/users/absences.ts';
import { listRepresentatives, setAvailability } from '../src/users/users.ts';

let context: TestContext;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada', 'admin');
  ben = await createColleague(context, 'Ben');
});
beforeEach(async () => {
  await context.db.deleteFrom('availabilities').execute();
  await context.db.deleteFrom('absences').execute();
  await context.db.updateTable('users').set({ status: 'online' }).execute();
});
afterAll(() => context.close());

async function availabilityOf({ user }: StaffCaller): Promise<Availability> {
  const row = await context.db
    .selectFrom('users')
    .select(availability.as('availability'))
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return row.availability;
}

/** Moves what was recorded into the past. */
const later = (seconds: number) =>
  sql`update availabilities set connected_until = connected_until - make_interval(secs => ${seconds}),
    input_at = input_at - make_interval(secs => ${seconds})`.execute(context.db);

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

it('available is who chose to be, has a dashboard open and uses it', async () => {
  expect(await availabilityOf(ben)).toBe('offline');
  await keepConnected(context.db, [ben.user.id]);
  expect(await availabilityOf(ben)).toBe('offline');
  await recordInput(context.db, ben.user.id);
  expect(await availabilityOf(ben)).toBe('online');
  await setAvailability(context, ben, ben.user.id, 'busy');
  expect(await availabilityOf(ben)).toBe('busy');
  await setAvailability(context, ben, ben.user.id, 'offline');
  expect(await availabilityOf(ben)).toBe('offline');
});

it('a lost connection counts for 90 seconds more, also that of a gateway that was killed', async () => {
  await appear(context, ben.user.id);
  await endConnection(context.db, ben.user.id);
  await later(85);
  expect(await availabilityOf(ben)).toBe('online');
  await later(10);
  expect(await availabilityOf(ben)).toBe('offline');
  await appear(context, ben.user.id);
  await later(110);
  expect(await availabilityOf(ben)).toBe('offline');
});

it('without input for ten minutes a user is offline, and available again with the next', async () => {
  await appear(context, ben.user.id);
  await later(601);
  await keepConnected(context.db, [ben.user.id]);
  expect(await availabilityOf(ben)).toBe('offline');
  await recordInput(context.db, ben.user.id);
  expect(await availabilityOf(ben)).toBe('online');
});

it('Redis being lost makes nobody available and nobody away', async () => {
  await appear(context, ben.user.id);
  const names = await context.redis.keys(`*${context.prefix}*`);
  await Promise.all(names.map((name) => context.redis.unlink(name)));
  expect(await availabilityOf(ben)).toBe('online');
  await later(601);
  expect(await availabilityOf(ben)).toBe('offline');
});

it('each change is published once, by the first to notice it', async () => {
  const publish = vi.spyOn(context.publisher, 'publish');
  await appear(context, ben.user.id);
  const counts = await Promise.all(Array.from({ length: 5 }, () => publishAvailabilities(context)));
  expect(counts.filter((count) => count === 1)).toHaveLength(1);
  expect(counts.filter((count) => count === 0)).toHaveLength(4);
  expect(publish).toHaveBeenCalledTimes(1);
  await later(601);
  expect(await publishAvailabilities(context, [ada.user.id])).toBe(0);
  expect(await publishAvailabilities(context)).toBe(1);
  publish.mockRestore();
});

it('an absent user is offline, and colleagues see until when and who covers', async () => {
  await appear(context, ben.user.id);
  const until = hours(24);
  const absence = await addAbsence(context, ben, ben.user.id, { from: hours(-1), until, coveredBy: ada.user.id });
  expect(await availabilityOf(ben)).toBe('offline');
  const seen = (await listRepresentatives(context, ada)).find(({ id }) => id === ben.user.id);
  expect(seen?.availability).toBe('offline');
  expect(Date.parse(seen?.absence?.until ?? '')).toBe(Date.parse(until));
  expect(seen?.absence?.coveredBy).toEqual({ id: ada.user.id, name: 'Ada' });
  await updateAbsence(context, ada, { id: ben.user.id, absenceId: absence.id }, { from: hours(1) });
  expect(await availabilityOf(ben)).toBe('online');
  await deleteAbsence(context, ben, { id: ben.user.id, absenceId: absence.id });
  expect(await listAbsences(context)).toEqual([]);
});

it('only the user and those who may set the status of others change an absence', async () => {
  const times = { from: hours(1), until: hours(2) };
  await expect(addAbsence(context, ben, ada.user.id, times)).rejects.toMatchObject({ code: 'forbidden' });
  const { id: absenceId } = await addAbsence(context, ada, ben.user.id, times);
  const hers = await addAbsence(context, ada, ada.user.id, times);
  // By a path with one's own id, no other user's absence is reached.
  const path = { id: ben.user.id, absenceId: hers.id };
  await expect(deleteAbsence(context, ben, path)).rejects.toMatchObject({ code: 'not_found' });
  await expect(updateAbsence(context, ben, path, { until: hours(3) })).rejects.toMatchObject({ code: 'not_found' });
  await deleteAbsence(context, ben, { id: ben.user.id, absenceId });
});

it.each([
  ['an end before the beginning', { from: hours(2), until: hours(1) }, 'until'],
  ['an end in the past', { from: hours(-2), until: hours(-1) }, 'until'],
  ['more than a year', { from: hours(1), until: hours(24 * 400) }, 'until'],
])('%s is refused at its field', async (_, times, path) => {
  await expect(addAbsence(context, ben, ben.user.id, times)).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ path }],
  });
});

it('a user can’t cover for themselves', async () => {
  const absence = { from: hours(1), until: hours(2), coveredBy: ben.user.id };
  await expect(addAbsence(context, ben, ben.user.id, absence)).rejects.toMatchObject({
    errors: [{ path: 'coveredBy' }],
  });
});

it('users without input count as offline after as many minutes as the settings have', async () => {
  await appear(context, ben.user.id);
  const minutes = async (inputMinutes: number) => {
    await changeSettings(withExternalServices(context), ada, { availabilityConfig: { inputMinutes } });
    return availabilityOf(ben);
  };
  await sql`update availabilities set input_at = now() - interval '12 minutes'`.execute(context.db);
  expect([await minutes(10), await minutes(15)]).toEqual(['offline', 'online']);
});

it('an export contains the absences of users, also those that have ended', async () => {
  const { id } = await addAbsence(context, ben, ben.user.id, {
    from: hours(1),
    until: hours(2),
    coveredBy: ada.user.id,
  });
  await sql`update absences set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'`.execute(
    context.db,
  );
  let text = '';
  for await (const piece of conversationsDocument(context, overseer)) text += piece;
  const { absences } = JSON.parse(text) as { absences: object[] };
  expect(absences).toEqual([
    expect.objectContaining({ id, userId: ben.user.id, userName: 'Ben', coveredBy: ada.user.id, coveredByName: 'Ada' }),
  ]);
});
