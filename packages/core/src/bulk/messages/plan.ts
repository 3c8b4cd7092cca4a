/** Plans a bulk message: what each contact gets, and who is left out, with the reason. */
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { BulkPreview } from '@parley/contracts/conversations/bulk-messages';
import { bulkMessageLimits } from '@parley/contracts/conversations/limits';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import {
  blankIn,
  fillTemplate,
  firstNameOf,
  markdownValues,
  type ReplyValues,
  replyVariables,
  templateFaults,
} from '@parley/contracts/messages/reply-template';
import { sees } from '@parley/contracts/permissions/scope';
import type { Rights } from '@parley/contracts/permissions/rights';
import { fieldProblem } from '@parley/contracts/problems';
import type { Filter } from '@parley/contracts/filter/filter';
import { findContacts, listContacts } from '@parley/db/visitors/contact-pages';
import {
  type Reachability,
  reachabilityOf,
  unwillingAddresses,
  type Way,
  waysOfContacts,
} from '@parley/db/visitors/reachable';
import { listTags } from '@parley/db/tags/tags';
import { listWebsites } from '@parley/db/websites/websites';
import type { StaffCaller } from '../../callers.ts';
import { readFilterOf } from '../../conversations/filter.ts';
import { canMailFrom, mailboxOf, type Owner, ownerOf } from '../../contacts/start-conversation.ts';
import type { ExternalContext } from '../../external/services.ts';
import { refuseBlank } from '../../messages/macro-actions.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { rightsOf } from '../../permissions/rights.ts';
import { scopeSql } from '../../permissions/scope.ts';
import { cleanDraft, cleanMarkdown } from '../../text/content.ts';

/** Contacts to write to: by id, or all that a search finds. */
export interface BulkReceivers {
  contactIds?: readonly string[] | undefined;
  search?: { q: string; companyId?: string | undefined; filter?: Filter | undefined } | undefined;
}

export interface BulkContent {
  /** The best way to reach each contact unless given. */
  channel?: ConversationChannel | null | undefined;
  mailboxId?: string | null | undefined;
  assignedRepresentativeId?: string | null | undefined;
  teamId?: string | null | undefined;
  tagIds?: readonly string[] | undefined;
  subject?: string | null | undefined;
  content?: string | undefined;
  markdown?: string | null | undefined;
  /** Files that go with each message. */
  attachments?: AttachmentInputs | undefined;
  closes?: boolean | undefined;
}

export interface PlannedRecipient {
  contact: ContactEntry;
  way: Way;
  text: { subject: string | undefined; content: string; markdown: string | undefined };
}

export interface LeftOut {
  contactId: string;
  contact: ContactEntry | undefined;
  reason: LocalizedText;
}

export interface Plan {
  recipients: PlannedRecipient[];
  leftOut: LeftOut[];
}

/** A message with checked fields, and the parts of the installation that planning needs. */
export interface CheckedMessage {
  channel: ConversationChannel | undefined;
  template: { subject: string | undefined; content: string; markdown: string | undefined };
  owner: Owner;
  mailbox: Awaited<ReturnType<typeof mailboxOf>>;
  tagIds: readonly string[];
  canMail: boolean;
  websites: ReadonlyMap<string, { domain: string; name: string }>;
  rights: Rights;
}

/** Returns whether a variable has a value before a conversation is started. */
const isKnownBefore = (name: string): boolean => !name.startsWith('page.') && name !== 'conversation.id';

const exampleValues: ReplyValues = Object.fromEntries(
  Object.entries(replyVariables).filter(([name]) => isKnownBefore(name)),
);

/**
 * Checks the fields of a bulk message, and the rights that it needs.
 *
 * @throws Problem `forbidden`; `invalid` for its text, its assignee or a tag; `blank_left` for a blank in it, or a
 * variable that only a conversation has; `not_found` for its mailbox
 */
export async function checkBulkMessage(
  context: ExternalContext,
  caller: StaffCaller,
  given: BulkContent,
): Promise<CheckedMessage> {
  for (const permission of ['messages.send_bulk', 'conversations.reply', 'contacts.read'] as const)
    await refuseWithout(context, caller, permission);
  const { subject, content, markdown, attachments, tagIds = [] } = given;
  const draft = { content, markdown: markdown ?? undefined, attachments };
  const template = {
    subject: subject?.trim() || undefined,
    content: cleanDraft(draft),
    markdown: cleanMarkdown(draft).markdown,
  };
  for (const [path, text] of Object.entries({ ...template, markdown: undefined })) {
    const [fault] = templateFaults(text ?? '');
    if (fault) throw fieldProblem('invalid', path, fault);
    refuseBlank(fillTemplate(text ?? '', exampleValues), path);
  }
  if (tagIds.length > 0) {
    await refuseWithout(context, caller, 'conversations.update');
    const known = new Set((await listTags(context.db)).map(({ id }) => id));
    if (!tagIds.every((id) => known.has(id))) throw fieldProblem('invalid', 'tagIds', localize('tag_gone_now'));
  }
  const mailbox = await mailboxOf(context, given);
  const [owner, canMail, websites, rights] = await Promise.all([
    ownerOf(context, caller, given),
    canMailFrom(context, mailbox),
    listWebsites(context.db),
    rightsOf(context, caller),
  ]);
  return {
    channel: given.channel ?? undefined,
    template,
    owner,
    mailbox,
    tagIds,
    canMail,
    websites: new Map(websites.map(({ id, domain, name }) => [id, { domain, name }])),
    rights,
  };
}

/** Plans a checked message to contacts. @throws Problem `invalid` for both or neither of the two, or too many contacts */
export async function planBulkMessage(
  context: ExternalContext,
  caller: StaffCaller,
  message: CheckedMessage,
  receivers: BulkReceivers,
): Promise<Plan> {
  const contacts = await contactsOf(context, caller, receivers);
  const ids = receivers.contactIds ?? contacts.map(({ id }) => id);
  const [facts, ways] = await Promise.all([reachabilityOf(context.db, ids), waysOfContacts(context.db, ids)]);
  const addresses = [...ways.values()].flat().flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
  const unwilling = await unwillingAddresses(context.db, [...new Set(addresses)]);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const plan: Plan = { recipients: [], leftOut: [] };
  const written = new Set<string>();
  for (const id of ids) {
    const contact = byId.get(id);
    const known = { contact, facts: facts.get(id), ways: ways.get(id) ?? [], unwilling, written };
    const planned = planRecipient(caller, message, known);
    if ('code' in planned) plan.leftOut.push({ contactId: id, contact, reason: planned });
    else plan.recipients.push(planned);
  }
  return plan;
}

async function contactsOf(
  context: Pick<ExternalContext, 'db' | 'settings'>,
  caller: StaffCaller,
  { contactIds, search }: BulkReceivers,
): Promise<ContactEntry[]> {
  if ((contactIds === undefined) === (search === undefined))
    throw fieldProblem('invalid', 'contactIds', localize('bulk_receivers'));
  const within = await scopeSql(context, caller);
  if (contactIds) return findContacts(context.db, contactIds, within);
  const limit = bulkMessageLimits.contacts;
  const filter = search?.filter && (await readFilterOf(context, 'contacts', search.filter));
  const found = await listContacts(context.db, { ...search, filter, limit, within });
  if (found.next !== null) throw fieldProblem('invalid', 'search', localize('bulk_too_many', { max: limit }));
  return found.contacts;
}

interface Known {
  contact: ContactEntry | undefined;
  facts: Reachability | undefined;
  ways: readonly Way[];
  unwilling: Awaited<ReturnType<typeof unwillingAddresses>>;
  /** Addresses that the message goes to already. */
  written: Set<string>;
}

function planRecipient(
  caller: StaffCaller,
  { channel, template, owner, canMail, websites, rights }: CheckedMessage,
  { contact, facts, ways, unwilling, written }: Known,
): PlannedRecipient | LocalizedText {
  if (!contact || !facts) return localize('no_such_contact');
  if (facts.isBlocked) return localize('receiver_blocked');
  if (facts.isSpam) return localize('receiver_spam');
  const usable = ways.filter(
    (way) => (channel === undefined || way.channel === channel) && (way.channel !== 'email' || canMail),
  );
  if (usable.length === 0) return localize('not_reachable');
  const visible = usable.filter(({ websiteId }) => sees(rights, caller.user.id, { websiteId, ...owner }));
  const reasons = visible.map((way) => whyNoMail(way, { unwilling, written }));
  const way = visible[reasons.indexOf(undefined)];
  if (!way) return reasons[0] ?? localize('receiver_outside');
  const values = valuesOf(caller, contact, way, websites);
  const text = {
    subject: template.subject && fillTemplate(template.subject, values),
    content: fillTemplate(template.content, values),
    markdown: template.markdown && fillTemplate(template.markdown, markdownValues(values)),
  };
  const blank = blankIn(text.content) ?? blankIn(text.subject ?? '');
  if (blank) return localize('receiver_value_missing', { name: blank.label });
  if (way.channel === 'email' && way.email !== null) written.add(way.email.toLowerCase());
  return { contact, way, text };
}

/** Returns why the mail of a way is not sent; undefined for other channels. */
function whyNoMail(
  { channel, email }: Way,
  { unwilling, written }: Pick<Known, 'unwilling' | 'written'>,
): LocalizedText | undefined {
  if (channel !== 'email' || email === null) return undefined;
  const address = email.toLowerCase();
  if (unwilling.unsubscribed.has(address)) return localize('wants_no_mail');
  if (unwilling.bounced.has(address)) return localize('receiver_bounced');
  if (written.has(address)) return localize('receiver_twice');
  return undefined;
}

function valuesOf(
  { user }: StaffCaller,
  contact: ContactEntry,
  way: Way,
  websites: CheckedMessage['websites'],
): ReplyValues {
  const name = contact.name ?? way.name;
  const website = way.websiteId === null ? undefined : websites.get(way.websiteId);
  return {
    'customer.name': name,
    'customer.firstName': firstNameOf(name),
    'customer.email': way.email ?? contact.email,
    'representative.name': user.name,
    'representative.firstName': firstNameOf(user.name),
    'representative.email': user.email,
    website: website?.domain ?? null,
    'website.name': website?.name ?? website?.domain ?? null,
  };
}

/** Returns the texts of a recipient as they are sent. @throws Problem `invalid` for one that became empty or too long */
export function textOf(
  { text }: Pick<PlannedRecipient, 'text'>,
  attachments?: AttachmentInputs,
): PlannedRecipient['text'] {
  const { subject, content, markdown } = text;
  if (markdown !== undefined) return { subject, content: cleanDraft({ markdown, attachments }), markdown };
  return { subject, content: cleanDraft({ content, attachments }), markdown };
}

/** Returns a plan as it is shown. */
export const previewOf = ({ recipients, leftOut }: Plan): Omit<BulkPreview, 'leftOut'> & { leftOut: LeftOut[] } => ({
  recipients: recipients.map(({ contact, way, text }) => ({
    contactId: contact.id,
    visitorId: contact.visitorId,
    name: contact.name,
    email: way.email ?? contact.email,
    channel: way.channel,
    subject: way.channel === 'email' ? (text.subject ?? null) : null,
    content: text.content,
    markdown: text.markdown ?? null,
  })),
  leftOut,
});
