/** Manages the mailboxes beside the first one. Secrets are stored encrypted and returned as a mask. */
import { isDeepStrictEqual } from 'node:util';
import { behaviourDefaults } from '@parley/contracts/channels/mailbox-behaviour';
import type { MailboxName } from '@parley/contracts/channels/mailbox-name';
import {
  type Mailbox,
  type MailboxChange,
  type MailboxFields,
  mailboxesMax,
  type NewMailbox,
  receivingKinds,
  sendingKinds,
} from '@parley/contracts/channels/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import { templateFaults } from '@parley/contracts/messages/reply-template';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { secretMask, secretsOf } from '@parley/contracts/settings/secret-fields';
import { isUniqueViolation } from '@parley/db/database';
import { deleteMailGrant } from '@parley/db/mail/grants';
import * as stored from '@parley/db/mail/mailboxes';
import { listTeams } from '@parley/db/roles/teams';
import { findSchedule } from '@parley/db/schedules/schedules';
import { findWebsite } from '@parley/db/websites/websites';
import type { Secrets } from '@parley/service/secrets';
import { holdAsSeen, goneOr } from '../as-seen.ts';
import { type Differences, fieldsOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { fromAddress, fallbackFrom } from '../mailer/sender.ts';
import { refuseMovedSecret } from '../settings/moved-secret.ts';
import { revokeGrant } from './oauth/consent.ts';

type Connection = Mailbox['receiving'] | Mailbox['sending'];

const about = (id: string) => ({ type: 'mailbox', id });
const unknownMailbox = () => new Problem('not_found', localize('no_such_mailbox'));

const schemaOf = ({ kind }: Connection) =>
  kind in receivingKinds
    ? receivingKinds[kind as keyof typeof receivingKinds]
    : sendingKinds[kind as keyof typeof sendingKinds];

/** Returns the connection with each of its secrets replaced. */
function mapSecrets<C extends Connection>(connection: C, replace: (secret: string, name: string) => string): C {
  const names = secretsOf(schemaOf(connection));
  const entries = Object.entries(connection).map(([name, value]) => [
    name,
    names.has(name) && typeof value === 'string' ? replace(value, name) : value,
  ]);
  // The names and types are the same.
  return Object.fromEntries(entries) as C;
}

const mask = (secret: string): string => (secret === '' ? '' : secretMask);

const masked = (mailbox: Mailbox): Mailbox => ({
  ...mailbox,
  receiving: mapSecrets(mailbox.receiving, mask),
  sending: mapSecrets(mailbox.sending, mask),
});

/** Returns a mailbox with its secrets readable, for connecting. */
export const withSecrets = (secrets: Pick<Secrets, 'decrypt'>, mailbox: Mailbox): Mailbox => {
  const open = (secret: string): string => (secret === '' ? '' : secrets.decrypt(secret));
  return { ...mailbox, receiving: mapSecrets(mailbox.receiving, open), sending: mapSecrets(mailbox.sending, open) };
};

/** Returns a mailbox with its secrets under the present key; undefined if they are. */
export function renewedMailbox(secrets: Secrets, mailbox: Mailbox): Pick<Mailbox, 'receiving' | 'sending'> | undefined {
  let isRenewed = false;
  const renew = (secret: string): string => {
    if (secret === '' || !secrets.needsRotation(secret)) return secret;
    isRenewed = true;
    return secrets.encrypt(secrets.decrypt(secret));
  };
  const again = { receiving: mapSecrets(mailbox.receiving, renew), sending: mapSecrets(mailbox.sending, renew) };
  return isRenewed ? again : undefined;
}

/** Oldest first, secrets masked. */
export async function listMailboxes(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<Mailbox[]> {
  await refuseWithout(context, caller, 'mail.manage');
  return (await stored.listMailboxes(context.db)).map(masked);
}

/** Returns what every user may know of the mailboxes. */
export async function listMailboxNames(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<MailboxName[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return stored.listMailboxNames(context.db);
}

/** @throws Problem `invalid` for an unknown website or team, `conflict` for an address of another mailbox */
export async function addMailbox(
  context: ExternalContext,
  caller: StaffCaller,
  { receiving, sending, ...fields }: NewMailbox,
): Promise<Mailbox> {
  await refuseWithout(context, caller, 'mail.manage');
  const draft = cleaned({ ...fields, receiving, sending });
  await assertUsable(context, draft);
  const mailboxes = await stored.listMailboxes(context.db);
  if (mailboxes.length >= mailboxesMax)
    throw new Problem('conflict', localize('too_many_mailboxes', { max: mailboxesMax }));
  const encrypt = (secret: string): string =>
    mask(secret) === '' || secret === secretMask ? '' : context.secrets.encrypt(secret);
  const id = await context.db
    .transaction()
    .execute((transaction) =>
      stored.insertMailbox(transaction, {
        aliases: [],
        websiteId: null,
        teamId: null,
        senderName: '',
        opensConversations: true,
        ...behaviourDefaults,
        ...draft,
        receiving: mapSecrets(receiving, encrypt),
        sending: mapSecrets(sending, encrypt),
      }),
    )
    .catch(addressTaken);
  return announced(context, caller, 'mailbox.added', id);
}

/**
 * Updates a mailbox. The mask keeps a secret, unless its destination changes.
 *
 * @throws Problem `not_found`, `invalid`, `conflict`
 */
export async function updateMailbox(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  { expected, ...wanted }: MailboxChange,
): Promise<Mailbox> {
  await refuseWithout(context, caller, 'mail.manage');
  const change = cleaned(wanted);
  await assertUsable(context, change);
  const before = await context.db
    .transaction()
    .execute(async (db) => {
      const read = async () => {
        const found = await stored.findMailbox(db, id);
        return found && masked(found);
      };
      await holdAsSeen(db, { table: 'mailboxes', id, read, change, expected, unknown: unknownMailbox });
      const present = await stored.findMailbox(db, id);
      if (!present) throw unknownMailbox();
      // Tokens would go to another server. Its owner consents again.
      if (isMoved(present, change)) await deleteMailGrant(db, id);
      await stored.updateMailbox(db, id, {
        ...change,
        ...(change.receiving && { receiving: kept(context, 'receiving', present.receiving, change.receiving) }),
        ...(change.sending && { sending: kept(context, 'sending', present.sending, change.sending) }),
      });
      return present;
    })
    .catch(addressTaken);
  return announced(context, caller, 'mailbox.updated', id, { before, names: Object.keys(change) });
}

/** Removes a mailbox; its conversations go on by the first one. @throws Problem `not_found` */
export async function deleteMailbox(context: ExternalContext, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'mail.manage');
  const mailbox = await stored.findMailbox(context.db, id);
  if (!mailbox) throw await goneOr(context.db, id, unknownMailbox);
  await revokeGrant(context, id);
  if (!(await stored.deleteMailbox(context.db, id))) throw await goneOr(context.db, id, unknownMailbox);
  const { name, address } = mailbox;
  await recordAudit(context, caller, { action: 'mailbox.deleted', subject: about(id), details: { name, address } });
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
}

/** Returns the changed fields before and after; of the secrets of a connection, that they changed. */
function auditedChange(before: Mailbox, after: Mailbox, names: readonly string[]): Differences {
  const audited = (mailbox: Mailbox, other: Mailbox) => ({
    ...mailbox,
    receiving: withChangedSecrets(mailbox.receiving, other.receiving),
    sending: withChangedSecrets(mailbox.sending, other.sending),
  });
  const differing = names.filter((name) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)));
  return { before: fieldsOf(audited(before, after), differing), after: fieldsOf(audited(after, before), differing) };
}

/** Returns a connection with the mask for each secret that another state doesn't have, and without the others. */
const withChangedSecrets = (connection: Connection, other: Connection): Connection =>
  mapSecrets(connection, (secret, name) => (secret === Reflect.get(other, name) ? '' : mask(secret)));

async function announced(
  context: Context,
  caller: StaffCaller,
  action: 'mailbox.added' | 'mailbox.updated',
  id: string,
  change?: { before: Mailbox; names: readonly string[] },
): Promise<Mailbox> {
  const mailbox = await stored.findMailbox(context.db, id);
  if (!mailbox) throw unknownMailbox();
  const { name, address } = mailbox;
  const details = { ...(change && auditedChange(change.before, mailbox, change.names)), name, address };
  await recordAudit(context, caller, { action, subject: about(id), details });
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
  return masked(mailbox);
}

/** Addresses in lower case, names without spaces around them. */
const cleaned = <C extends Partial<MailboxFields>>(change: C): C => ({
  ...change,
  ...(change.name !== undefined && { name: change.name.trim() }),
  ...(change.address !== undefined && { address: change.address.toLowerCase() }),
  ...(change.aliases !== undefined && { aliases: [...new Set(change.aliases.map((each) => each.toLowerCase()))] }),
});

/** @throws Problem `invalid` for an unknown website, team or schedule, `conflict` for the address of the first mailbox */
async function assertUsable(context: ExternalContext, change: Partial<MailboxFields>): Promise<void> {
  const { websiteId, teamId, scheduleId, address, aliases = [], signature = '' } = change;
  const [faulty] = templateFaults(signature);
  if (faulty) throw fieldProblem('invalid', 'signature', faulty);
  if (websiteId && !(await findWebsite(context.db, websiteId)))
    throw fieldProblem('invalid', 'websiteId', localize('no_such_website'));
  if (teamId && (await listTeams(context.db, teamId)).length === 0)
    throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
  if (scheduleId && !(await findSchedule(context.db, scheduleId)))
    throw fieldProblem('invalid', 'scheduleId', localize('no_such_schedule'));
  const first = await firstMailboxAddresses(context);
  if (address !== undefined && first.includes(address))
    throw fieldProblem('conflict', 'address', localize('address_of_first_mailbox'));
  if (aliases.some((each) => first.includes(each)))
    throw fieldProblem('conflict', 'aliases', localize('address_of_first_mailbox'));
}

/** Returns the addresses of the first mailbox, in lower case: those that mail is answered at and sent from. */
export async function firstMailboxAddresses(
  context: Pick<ExternalContext, 'external' | 'settings' | 'publicUrl'>,
): Promise<string[]> {
  const { emailConfig } = await context.settings.read();
  const from = fromAddress(emailConfig, fallbackFrom(context.publicUrl));
  return [...new Set([context.external.replyAddress, from].flatMap((each) => each?.toLowerCase() ?? []))];
}

function addressTaken(error: unknown): never {
  throw isUniqueViolation(error) ? fieldProblem('conflict', 'address', localize('mailbox_address_taken')) : error;
}

/** Whether tokens of OAuth would go to another server, or belong to another account. */
function isMoved(present: Mailbox, { receiving, sending }: MailboxChange): boolean {
  const differs = (before: Connection, wanted: Connection): boolean =>
    destination.some((field) => Reflect.get(before, field) !== Reflect.get(wanted, field));
  const isOtherSource = receiving && present.receiving.kind === 'imap_oauth' && differs(present.receiving, receiving);
  const isOtherTarget = sending?.kind === 'smtp_oauth' && differs(present.sending, sending);
  return isOtherSource === true || isOtherTarget;
}

/** Fields of a connection that determine where its secrets go. */
const destination = ['kind', 'host', 'port', 'secure', 'allowPlaintext', 'user', 'provider'];

/** Returns the wanted connection with its secrets encrypted; the mask keeps the present one of the same destination. */
function kept<C extends Connection>({ secrets }: Context, path: string, present: C, wanted: C): C {
  return mapSecrets(wanted, (secret, name) => {
    if (secret !== secretMask) return secret === '' ? '' : secrets.encrypt(secret);
    const before: unknown = Reflect.get(present, name);
    const encrypted = typeof before === 'string' ? before : '';
    refuseMovedSecret<Record<string, unknown>>({
      path: `${path}.${name}`,
      stored: encrypted,
      posted: secret,
      present: { ...present },
      wanted: { ...wanted },
      destination,
      words: localize('secret_moved'),
    });
    return encrypted;
  });
}
