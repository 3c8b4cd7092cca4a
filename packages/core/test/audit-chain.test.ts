import { createSecrets } from '@parley/service/secrets';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainAuditLog, checkAuditChain, cutAuditLog } from '../src/audit/chain.ts';
import { recordAudit } from '../src/data/audit-log.ts';
import type { StaffCaller } from '../src/callers.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let ada: StaffCaller;
beforeEach(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada', 'admin');
});
afterEach(() => context.close());

const write = (name = 'x') =>
  recordAudit(context, ada, { action: 'tag.added', details: { name, nested: { b: 1, a: [2] } } });
async function written(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await write(`tag ${n}`);
  await chainAuditLog(context);
}
const check = () => checkAuditChain(context);
const change = (text: string) => sql.raw(text).execute(context.db);

describe('the chain of the audit log', () => {
  it('holds whatever is written, and says since when and up to which hash', async () => {
    expect(await check()).toEqual({ entries: 0, begunAt: null, head: null, waiting: 0, broken: null });
    await written(3);
    await written(2);
    const { rows } = await sql<{ hash: string }>`select hash from audit_log order by chain_no desc limit 1`.execute(
      context.db,
    );
    const found = await check();
    expect(found).toMatchObject({ entries: 5, broken: null, head: { no: 5, hash: rows[0]?.hash } });
    expect(found.begunAt).not.toBeNull();
  });

  it('has no fork and no hole after 20 write at once while several workers chain', async () => {
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < 10; n += 1) {
        // As use cases do: some entries belong to a transaction that ends later, or not well.
        await context.db
          .transaction()
          .execute(async (db) => {
            await recordAudit({ db }, ada, { action: 'tag.added', details: { writer, n } });
            if (n === 7) throw new Error('undone');
          })
          .catch(() => undefined);
        await chainAuditLog(context);
      }
    });
    await Promise.all(writers);
    while ((await chainAuditLog(context)) > 0);
    expect(await check()).toMatchObject({ entries: 180, broken: null, waiting: 0 });
  });

  it.each([
    ['a changed detail', `update audit_log set details = '{"name":"y"}' where chain_no = 3`, 3, 'changed'],
    ['another actor', `update audit_log set actor_name = 'Eve' where chain_no = 2`, 2, 'changed'],
    ['another time', `update audit_log set at = at - interval '1 day' where chain_no = 4`, 4, 'changed'],
    ['a removed entry', 'delete from audit_log where chain_no = 3', 3, 'missing'],
    ['a removed first entry', 'delete from audit_log where chain_no = 1', 1, 'missing'],
    ['removed last entries', 'delete from audit_log where chain_no >= 4', 4, 'missing'],
    ['all removed', 'delete from audit_log', 1, 'missing'],
    [
      'a removed entry whose number another one was given',
      'delete from audit_log where chain_no = 3; update audit_log set chain_no = 3 where chain_no = 4',
      3,
      'changed',
    ],
    [
      'an entry made up at the end',
      `insert into audit_log (action, chain_no, hash) values ('tag.added', 6, repeat('0', 64))`,
      6,
      'changed',
    ],
    ['an end that was moved', `update audit_chain set no = 3 where place = 'head'`, 3, 'ends'],
    ['a begin that was moved', `update audit_chain set no = 2 where place = 'anchor'`, 5, 'ends'],
    ['a begin put at a later day', `update audit_chain set begun_at = now() + interval '1 day'`, 5, 'ends'],
    ['ends that are gone', 'delete from audit_chain', 0, 'ends'],
  ])('shows %s', async (_what, meddling, no, why) => {
    await written(5);
    await change(meddling);
    expect((await check()).broken).toEqual({ no, why });
  });

  it('goes on after somebody has meddled with it, and stays broken there', async () => {
    await written(3);
    await change(`update audit_log set actor_name = 'Eve' where chain_no = 2`);
    await written(2);
    expect((await check()).broken).toEqual({ no: 2, why: 'changed' });
  });

  it('whose ends are not ours begins anew, and the log says so', async () => {
    await written(3);
    await change(`update audit_chain set signature = 'x'`);
    await written(1);
    await chainAuditLog(context);
    expect(await check()).toMatchObject({ broken: null, entries: 2 });
    const entries = await context.db.selectFrom('auditLog').select(['action', 'details']).execute();
    expect(entries.find(({ action }) => action === 'audit.chain_restarted')?.details).toEqual({ no: 3 });
  });

  it('cannot be made anew by who has the database and not APP_SECRET', async () => {
    await written(3);
    const forged = { ...context, secrets: createSecrets({ APP_SECRET: 'f'.repeat(64) }) };
    await change(`update audit_log set actor_name = 'Eve', chain_no = null, hash = null`);
    await change('delete from audit_chain');
    await chainAuditLog(forged);
    expect((await checkAuditChain(forged)).broken).toBeNull();
    expect((await check()).broken?.why).toBe('ends');
  });

  it('survives a change of APP_SECRET that keeps the one before', async () => {
    await written(2);
    const secrets = createSecrets({ APP_SECRET: 'n'.repeat(64), APP_SECRET_PREVIOUS: String(context.env.APP_SECRET) });
    await write();
    await chainAuditLog({ ...context, secrets });
    expect(await checkAuditChain({ ...context, secrets })).toMatchObject({ entries: 3, broken: null });
  });

  it('is still checked after old entries were removed, which is an entry too, once a day at most', async () => {
    await written(4);
    await change(`update audit_log set chain_no = null, hash = null`);
    await change(`delete from audit_chain`);
    await change(
      `update audit_log set at = now() - interval '100 days' where id in (select id from audit_log order by id limit 2)`,
    );
    await chainAuditLog(context);
    const { begunAt } = await check();
    const before = new Date(Date.now() - 90 * 24 * 3600 * 1000);
    expect(await cutAuditLog(context, before)).toBe(2);
    expect(await cutAuditLog(context, new Date())).toBe(0);
    await chainAuditLog(context);
    expect(await check()).toMatchObject({ entries: 3, broken: null, begunAt, head: { no: 5 } });
    const [entry] = await context.db
      .selectFrom('auditLog')
      .select('details')
      .where('action', '=', 'audit.old_entries_removed')
      .execute();
    expect(entry?.details).toMatchObject({ entries: 2, upTo: 2, unbroken: true });
    await change('delete from audit_log where chain_no = 3');
    expect((await check()).broken).toEqual({ no: 3, why: 'missing' });
  });

  it('notes it when what is removed for its age was not whole', async () => {
    await written(4);
    await change(`update audit_log set details = '{}' where chain_no = 2`);
    expect(await cutAuditLog(context, new Date(Date.now() + 60_000))).toBe(4);
    const [entry] = await context.db
      .selectFrom('auditLog')
      .select('details')
      .where('action', '=', 'audit.old_entries_removed')
      .execute();
    expect(entry?.details).toMatchObject({ unbroken: false });
  });
});
