import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@parley/service/logger';
import { createSecrets } from '@parley/service/secrets';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeAuditDifference } from '../src/audit/acknowledge.ts';
import { chainAuditLog, checkAuditChain, cutAuditLog } from '../src/audit/chain.ts';
import { differsFromNotes, noteHead } from '../src/audit/note-head.ts';
import { recordAudit } from '../src/audit/record.ts';
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
  it('holds whatever is written, and shows since when and up to which hash', async () => {
    expect(await check()).toEqual({
      entries: 0,
      begunAt: null,
      head: null,
      waiting: 0,
      noted: null,
      broken: null,
    });
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
        // Entries belong to transactions, as in use cases: some end later, or fail.
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
      'a removed entry with its number given to another one',
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

  it('goes on after an entry was changed, and stays broken there', async () => {
    await written(3);
    await change(`update audit_log set actor_name = 'Eve' where chain_no = 2`);
    await written(2);
    expect((await check()).broken).toEqual({ no: 2, why: 'changed' });
  });

  it('begins again after its ends were replaced, and the log shows that', async () => {
    await written(3);
    await change(`update audit_chain set signature = 'x'`);
    await written(1);
    await chainAuditLog(context);
    expect(await check()).toMatchObject({ broken: null, entries: 2 });
    const entries = await context.db.selectFrom('auditLog').select(['action', 'details']).execute();
    expect(entries.find(({ action }) => action === 'audit.chain_restarted')?.details).toEqual({ no: 3 });
  });

  it('cannot be rebuilt by an attacker with the database but without APP_SECRET', async () => {
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

describe('the notes of the audit log outside the database', () => {
  async function noted(count: number): Promise<void> {
    await written(count);
    await noteHead(context);
  }
  const keep = () => change('create table kept_log as table audit_log; create table kept_chain as table audit_chain');
  /** Restores both tables, as a backup or an attacker with a copy does. */
  const putBack = () =>
    change(`
      delete from audit_log; insert into audit_log select * from kept_log;
      delete from audit_chain; insert into audit_chain select * from kept_chain`);
  const noteKey = () => `${context.prefix}:audit:anchor`;

  it('agree with a log that grows, and show since when', async () => {
    await noted(3);
    const { noted: first } = await check();
    expect(first).toMatchObject({ no: 3, keptIn: 'redis' });
    await noted(2);
    const { noted: second, broken, head } = await check();
    expect(broken).toBeNull();
    expect(second).toMatchObject({ ...head, since: first?.since });
    expect(await differsFromNotes(context)).toBe(false);
  });

  it('show a log that was rolled back to an earlier signed end, and go on showing it when it has grown again', async () => {
    await noted(3);
    await keep();
    await noted(2);
    await putBack();
    expect(await check()).toMatchObject({ broken: { no: 3, why: 'shorter' }, noted: { no: 5 } });
    expect(await differsFromNotes(context)).toBe(true);
    await noted(1);
    expect(await check()).toMatchObject({ broken: { no: 4, why: 'shorter' }, noted: { no: 5 } });
    await noted(3);
    expect(await check()).toMatchObject({ broken: { no: 7, why: 'differs' }, noted: { no: 5 } });
  });

  it('they show a log with entries taken out of the chain, rewritten and chained again', async () => {
    await noted(5);
    await change(`update audit_log set actor_name = 'Eve', chain_no = null, hash = null; delete from audit_chain`);
    expect(await check()).toMatchObject({ broken: { no: 0, why: 'shorter' }, noted: { no: 5 } });
    await noted(1);
    expect(await check()).toMatchObject({ broken: { no: 6, why: 'restarted' }, noted: { no: 5 } });
  });

  it('show a log that was emptied', async () => {
    await noted(5);
    await change('delete from audit_log; delete from audit_chain');
    expect(await check()).toMatchObject({ broken: { no: 0, why: 'shorter' }, noted: { no: 5 } });
  });

  it.each([
    ['lost with all of Redis', null],
    [
      'overwritten by a writer without APP_SECRET',
      '{"no":1,"hash":"x","begunAt":"","at":"","since":"","signature":"x"}',
    ],
    ['overwritten with nonsense', '{'],
  ])(
    'they raise no alarm when they are %s, report that there is nothing to compare with, and begin again',
    async (_how, text) => {
      await noted(3);
      const before = Date.now();
      if (text === null) await context.redis.del(noteKey());
      else await context.redis.set(noteKey(), text);
      expect(await check()).toMatchObject({ broken: null, noted: null, entries: 3 });
      await noteHead(context);
      const { broken, noted: again } = await check();
      expect([broken, again?.no]).toEqual([null, 3]);
      expect(Date.parse(again?.since ?? '')).toBeGreaterThanOrEqual(before);
    },
  );

  it('they agree with the longer log when Redis is restored from an older copy', async () => {
    await noted(2);
    const old = await context.redis.get(noteKey());
    await noted(2);
    await context.redis.set(noteKey(), String(old));
    expect(await check()).toMatchObject({ broken: null, noted: { no: 2 } });
  });

  it('stay right when entries are removed for their age, the noted one among them', async () => {
    await noted(4);
    expect(await cutAuditLog(context, new Date(Date.now() + 60_000))).toBe(4);
    expect((await check()).broken).toBeNull();
    await written(3);
    expect(await check()).toMatchObject({ broken: null, noted: { no: 4 } });
    await noteHead(context);
    expect(await check()).toMatchObject({ broken: null, noted: { no: 8 } });
  });

  it('are the newest entry’s when several workers note at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await write();
        await chainAuditLog(context);
        await noteHead(context);
      }),
    );
    await written(0);
    await noteHead(context);
    expect(await check()).toMatchObject({ broken: null, noted: { no: 10 } });
  });

  it('are lines of the log stream, with number, hash and begin', async () => {
    const lines: string[] = [];
    const log = createLogger({
      service: 'worker',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    await written(2);
    await noteHead({ ...context, log });
    const { head, begunAt } = await check();
    expect(lines.map((line) => JSON.parse(line).auditHead)).toEqual([{ no: head?.no, sha256: head?.hash, begunAt }]);
    await noteHead({ ...context, log });
    expect(lines).toHaveLength(1);
    await change('delete from audit_log; delete from audit_chain');
    await written(1);
    await noteHead({ ...context, log });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'error', why: 'restarted', noted: { no: 2 } });
  });

  it('they show a rolled back log in a file when Redis was emptied too', async () => {
    const auditAnchorFile = path.join(tmpdir(), `audit-${randomUUID()}.jsonl`);
    const withFile = { ...context, auditAnchorFile };
    try {
      await written(3);
      await noteHead(withFile);
      await keep();
      await written(2);
      await noteHead(withFile);
      const lines = (await readFile(auditAnchorFile, 'utf8')).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).no)).toEqual([3, 5]);
      await putBack();
      await context.redis.del(noteKey());
      expect((await check()).broken).toBeNull();
      expect(await checkAuditChain(withFile)).toMatchObject({
        broken: { no: 3, why: 'shorter' },
        noted: { no: 5, keptIn: 'file' },
      });
      await acknowledgeAuditDifference(withFile, proven(), { hash: JSON.parse(lines[1] ?? '').hash });
      await chainAuditLog(withFile);
      await noteHead(withFile);
      expect(await checkAuditChain(withFile)).toMatchObject({ broken: null, noted: { no: 4 } });
    } finally {
      await rm(auditAnchorFile, { force: true });
    }
  });

  const proven = (): StaffCaller => ({ ...ada, provenAt: Date.now() });

  describe('a restored backup', () => {
    let seen: { hash: string };
    beforeEach(async () => {
      await noted(3);
      await keep();
      await noted(2);
      await putBack();
      seen = { hash: (await check()).noted?.hash ?? '' };
    });

    it('an administrator acknowledges it, which is an entry, and the notes go on from there', async () => {
      expect(await acknowledgeAuditDifference(context, proven(), seen)).toMatchObject({ broken: null });
      await chainAuditLog(context);
      await noteHead(context);
      expect(await check()).toMatchObject({ broken: null, noted: { no: 4 } });
      const { details, actorId } = await context.db
        .selectFrom('auditLog')
        .select(['details', 'actorId'])
        .where('action', '=', 'audit.difference_acknowledged')
        .executeTakeFirstOrThrow();
      expect([actorId, details]).toMatchObject([ada.user.id, { why: 'shorter', no: 3, noted: 5 }]);
      // A rollback afterwards shows again.
      await noted(3);
      await putBack();
      expect(await check()).toMatchObject({ broken: { why: 'shorter', no: 3 }, noted: { no: 7 } });
    });

    it('nobody acknowledges it without a proof, without the permission, with another note or where nothing differs', async () => {
      const ben = await createColleague(context, 'Ben', 'representative');
      const refused = (caller: StaffCaller, code: string, what = seen) =>
        expect(acknowledgeAuditDifference(context, caller, what)).rejects.toMatchObject({ code });
      await refused(ada, 'step_up_required');
      await refused({ ...ben, provenAt: Date.now() }, 'forbidden');
      await refused(proven(), 'conflict', { hash: 'another' });
      expect((await check()).broken?.why).toBe('shorter');
      await acknowledgeAuditDifference(context, proven(), seen);
      await refused(proven(), 'conflict');
    });

    it('a writer to the database alone cannot acknowledge it', async () => {
      const forged = createSecrets({ APP_SECRET: 'f'.repeat(64) }).sign('audit acknowledgement', 'x');
      await recordAudit(context, ada, { action: 'audit.difference_acknowledged', details: { seals: [forged] } });
      await chainAuditLog(context);
      await noteHead(context);
      expect(await check()).toMatchObject({ broken: { why: 'shorter' }, noted: { no: 5 } });
    });
  });
});
