/** Mailboxes as administrators manage them. */
import type { NewMailbox } from '@parley/contracts/channels/mailboxes';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import { listAuditLog } from '@parley/db/audit/audit-log';
import * as stored from '@parley/db/mail/mailboxes';
import { insertWebsite } from '@parley/db/websites/websites';
import { createSecrets } from '@parley/service/secrets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../../src/callers.ts';
import type { ExternalContext } from '../../src/external/services.ts';
import {
  addMailbox,
  deleteMailbox,
  listMailboxes,
  listMailboxNames,
  updateMailbox,
  withSecrets,
} from '../../src/mail/mailboxes.ts';
import { renewSecrets } from '../../src/maintenance/renew-secrets.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../../src/testing.ts';

let context: TestContext & ExternalContext;
let admin: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = withExternalServices(await createTestContext());
  admin = await createColleague(context, 'Ada Byron', 'admin');
  ben = await createColleague(context, 'Ben Cole');
});
afterAll(() => context.close());

const imap = {
  kind: 'imap',
  host: 'imap.shop.example',
  port: 993,
  secure: true,
  user: 'sales@shop.example',
  password: 'imap-secret',
  folder: 'INBOX',
} as const;

const draft = (address: string, more: Partial<NewMailbox> = {}): NewMailbox => ({
  name: 'Sales',
  address,
  receiving: imap,
  sending: { kind: 'installation' },
  ...more,
});

describe('a mailbox', () => {
  it('is added with its addresses in lower case and its secrets masked, and found by each address', async () => {
    const { id: websiteId } = (await insertWebsite(context.db, { domain: 'a.example', name: 'A' })) ?? { id: '' };
    const made = await addMailbox(
      context,
      admin,
      draft('Sales@Shop.example', { websiteId, aliases: ['Orders@shop.example', 'orders@SHOP.example'] }),
    );
    expect(made).toMatchObject({
      name: 'Sales',
      address: 'sales@shop.example',
      aliases: ['orders@shop.example'],
      websiteId,
      receiving: { ...imap, password: secretMask },
      opensConversations: true,
      conversationCount: 0,
      failure: null,
    });
    expect(await listMailboxes(context, admin)).toEqual([made]);
    expect(await listMailboxNames(context, ben)).toEqual([
      { id: made.id, name: 'Sales', address: 'sales@shop.example' },
    ]);
    for (const address of ['sales@shop.example', 'orders@shop.example'])
      expect(await stored.findMailboxByAddress(context.db, ['nobody@shop.example', address])).toBe(made.id);
    const log = JSON.stringify(await listAuditLog(context.db, { subject: made.id, limit: 10 }));
    expect(log).toContain('mailbox.added');
    expect(log).not.toContain('imap-secret');
  });

  it('stores its secrets encrypted, keeps them behind the mask, and renews them after a change of APP_SECRET', async () => {
    const { id } = await addMailbox(
      context,
      admin,
      draft('keep@shop.example', {
        sending: {
          kind: 'smtp',
          host: 'smtp.shop.example',
          port: 587,
          secure: false,
          allowPlaintext: false,
          user: 'keep@shop.example',
          password: 'smtp-secret',
        },
      }),
    );
    expect(JSON.stringify(await stored.findMailbox(context.db, id))).not.toMatch(/imap-secret|smtp-secret/);
    await updateMailbox(context, admin, id, { receiving: { ...imap, password: secretMask, folder: 'Support' } });
    const opened = withSecrets(context.secrets, (await stored.findMailbox(context.db, id))!);
    expect(opened.receiving).toMatchObject({ folder: 'Support', password: 'imap-secret' });
    expect(opened.sending).toMatchObject({ password: 'smtp-secret' });

    const next = createSecrets({ APP_SECRET: 'n'.repeat(64), APP_SECRET_PREVIOUS: context.env.APP_SECRET ?? '' });
    await renewSecrets(context.db, next);
    const only = createSecrets({ APP_SECRET: 'n'.repeat(64) });
    const again = withSecrets(only, (await stored.findMailbox(context.db, id))!);
    expect(again.receiving).toMatchObject({ password: 'imap-secret' });
    await context.db.deleteFrom('mailboxes').execute();
  });

  it('asks for its password again when it would go to another server', async () => {
    const { id } = await addMailbox(context, admin, draft('moved@shop.example'));
    const moved = updateMailbox(context, admin, id, {
      receiving: { ...imap, password: secretMask, host: 'imap.evil.example' },
    });
    await expect(moved).rejects.toMatchObject({ code: 'invalid', errors: [{ path: 'receiving.password' }] });
    const other = updateMailbox(context, admin, id, {
      receiving: { kind: 'webhook', provider: 'postmark', secret: secretMask },
    });
    await expect(other).resolves.toMatchObject({ receiving: { secret: '' } });
  });

  it('refuses an address of another mailbox or of the first one, and two admins who add it at once', async () => {
    await addMailbox(context, admin, draft('taken@shop.example', { aliases: ['also@shop.example'] }));
    const { id } = await addMailbox(context, admin, draft('other@shop.example'));
    await expect(addMailbox(context, admin, draft('also@shop.example'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(updateMailbox(context, admin, id, { aliases: ['taken@shop.example'] })).rejects.toMatchObject({
      code: 'conflict',
    });
    const first = `support@${new URL(context.publicUrl).hostname}`;
    await expect(addMailbox(context, admin, draft(first))).rejects.toMatchObject({ code: 'conflict' });
    const both = await Promise.allSettled([1, 2].map(() => addMailbox(context, admin, draft('twice@shop.example'))));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gives the second of two editors the values of the first', async () => {
    const { id } = await addMailbox(context, admin, draft('edited@shop.example'));
    await updateMailbox(context, admin, id, { signature: 'Ada', expected: { signature: '' } });
    await expect(
      updateMailbox(context, admin, id, { signature: 'Ben', expected: { signature: '' } }),
    ).rejects.toMatchObject({ code: 'conflict', errors: [{ path: 'signature' }] });
  });

  it('is for those who manage mail; everyone may know the names', async () => {
    const { id } = await addMailbox(context, admin, draft('mine@shop.example'));
    await expect(listMailboxes(context, ben)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(addMailbox(context, ben, draft('b@shop.example'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(updateMailbox(context, ben, id, { name: 'B' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(deleteMailbox(context, ben, id)).rejects.toMatchObject({ code: 'forbidden' });
    await deleteMailbox(context, admin, id);
    await expect(deleteMailbox(context, admin, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
