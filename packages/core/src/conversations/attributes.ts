/** Manages attributes: the team's own fields about a conversation and its contact. */
import {
  type Attribute,
  attributeFault,
  type AttributeContent,
  type AttributeSource,
  type AttributesOf,
  type AttributeValue,
  type RequiredToClose,
  type StoredAttributes,
} from '@parley/contracts/conversations/attributes';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { attributesMax, attributeTextMaxLength } from '@parley/contracts/conversations/limits';
import { type FieldError, fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import * as attributes from '@parley/db/attributes/attributes';
import { contactIdsOf, findCompany, writeCompanyAttributes } from '@parley/db/companies/companies';
import { companySourceOf } from '@parley/db/companies/of-contact';
import type { Transaction } from '@parley/db/database';
import { transition as transitionInDb } from '@parley/db/conversations/transition';
import { holdRow } from '@parley/db/hold-row';
import { areTeams } from '@parley/db/roles/teams';
import { findUser } from '@parley/db/users/users';
import { hasConversationBeyond } from '@parley/db/visitors/contact-pages';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import { publishContact, publishConversationsOf } from '../live/publish-contact.ts';
import { dispatch } from '../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../events/shared-transaction.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';

const unknownAttribute = () => new Problem('not_found', localize('no_such_attribute'));
const about = (id: string) => ({ type: 'attribute', id });

/** By name. */
export async function listAttributes({ db }: Pick<Context, 'db'>): Promise<Attribute[]> {
  return attributes.listAttributes(db);
}

/**
 * Declares an attribute.
 *
 * @throws Problem `invalid` for choices or a requirement that don't go with it, `conflict` for its key or too many
 */
export async function addAttribute(
  context: Context,
  caller: StaffCaller,
  draft: Omit<attributes.NewAttribute, 'choices'> & { choices?: string[] },
): Promise<Attribute> {
  await refuseWithout(context, caller, 'attributes.manage');
  const choices = cleanChoices(draft.type, draft.choices ?? []);
  const present = await attributes.listAttributes(context.db);
  if (present.filter(({ subject }) => subject === draft.subject).length >= attributesMax) {
    throw new Problem('conflict', localize('too_many_attributes', { max: attributesMax }));
  }
  await refuseRequired(context, draft, draft.requiredToClose);
  const attribute = await attributes.insertAttribute(context.db, { ...draft, name: draft.name.trim(), choices });
  if (!attribute) {
    throw fieldProblem('conflict', 'key', localize('attribute_key_taken'));
  }
  const { key, type, subject } = attribute;
  await recordAudit(context, caller, {
    action: 'attribute.added',
    subject: about(attribute.id),
    details: { key, type, of: subject },
  });
  await announce(context);
  return attribute;
}

/**
 * Renames an attribute, or changes its choices and when it is required to close.
 *
 * @throws Problem `invalid` for choices or a requirement that don't go with it, and as `holdAsSeen`
 */
export async function updateAttribute(
  context: Context,
  caller: StaffCaller,
  id: string,
  { name, choices, requiredToClose, expected }: AsSeen<AttributeChange, Attribute>,
): Promise<Attribute> {
  await refuseWithout(context, caller, 'attributes.manage');
  const attribute = await context.db.transaction().execute(async (db) => {
    const present = await holdAsSeen(db, {
      table: 'attributes',
      id,
      read: async () => (await attributes.listAttributes(db)).find((each) => each.id === id),
      change: { name: name?.trim(), choices, requiredToClose },
      expected,
      unknown: unknownAttribute,
    });
    const change = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(choices === undefined ? {} : { choices: cleanChoices(present.type, choices) }),
      ...(requiredToClose === undefined ? {} : { requiredToClose }),
    };
    await refuseRequired({ db }, present, requiredToClose);
    const updated = await attributes.updateAttribute(db, id, change);
    if (!updated) throw unknownAttribute();
    const details = { name: updated.name, ...differencesOf(present, updated, Object.keys(change)) };
    await recordAudit({ db }, caller, { action: 'attribute.updated', subject: about(id), details });
    return updated;
  });
  await announce(context);
  return attribute;
}

/** Removes an attribute and all its values. @throws Problem `not_found` */
export async function deleteAttribute(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'attributes.manage');
  const removed = await attributes.deleteAttribute(context.db, id);
  if (!removed) throw await goneOr(context.db, id, unknownAttribute);
  const { key, subject } = removed;
  await recordAudit(context, caller, {
    action: 'attribute.deleted',
    subject: about(id),
    details: { key, of: subject },
  });
  await announce(context);
}

type AttributeChange = Partial<Pick<attributes.NewAttribute, 'name' | 'choices' | 'requiredToClose'>>;

/**
 * Requires that an attribute can be required in this way, of teams that there are.
 *
 * @throws Problem `invalid` otherwise
 */
async function refuseRequired(
  { db }: Pick<Context, 'db'>,
  { subject, type }: Pick<Attribute, 'subject' | 'type'>,
  required: RequiredToClose | null | undefined,
): Promise<void> {
  if (!required) return;
  const fault =
    subject === 'company'
      ? 'Attributes of companies can’t be required.'
      : required.isYes && type !== 'yes_no'
        ? 'Only an attribute of the type `yes_no` can require a yes.'
        : (await areTeams(db, required.teamIds))
          ? undefined
          : localize('no_such_team');
  if (fault) throw fieldProblem('invalid', 'requiredToClose', fault);
}

/** Returns the attributes of a conversation and its contact. @throws Problem `not_found` */
export async function attributesOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<AttributesOf> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  return attributesNow(context, conversationId);
}

async function attributesNow({ db }: Pick<Context, 'db'>, conversationId: string): Promise<AttributesOf> {
  const found = await attributes.readAttributes(db, conversationId);
  if (!found) throw new Problem('not_found', localize('no_such_conversation'));
  const { conversation, contactId, contact } = found;
  return { contactId, conversation: valuesOf(conversation), contact: valuesOf(contact) };
}

export interface GivenAttribute {
  key: string;
  /** Null takes the value away. */
  value: AttributeContent | null;
  /** Value that the caller has seen; another one by now → `conflict`. */
  expected?: AttributeContent | null | undefined;
}

/**
 * Sets attributes of a conversation and of its contact, all of them or none.
 *
 * @throws Problem `not_found`, `invalid` naming attributes that are unknown or of the wrong type, `conflict` naming the
 * user and the value if one was set in the meantime
 */
export async function setAttributes(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  given: readonly GivenAttribute[],
): Promise<AttributesOf> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const { user } = caller;
  const present = await attributesNow(context, conversationId);
  await writeAttributes(context, {
    conversationId,
    contactId: present.contactId,
    given,
    source: 'representative',
    userId: user.id,
  });
  return attributesNow(context, conversationId);
}

export interface AttributesToWrite {
  conversationId: string | null;
  contactId: string | null;
  given: readonly GivenAttribute[];
  source: AttributeSource;
  /** Representative who sets them. */
  userId: string | null;
  /** Sent at every visit, also before the first message: attributes of the conversation are then ignored. */
  isAtArrival?: boolean;
}

/**
 * Writes attributes in one transaction and notifies the team. Values from the page replace only values from the page:
 * any visitor can open its console and send what they like. Answers to a form don't replace what the website signed.
 *
 * @throws Problem as `setAttributes`, and `conflict` for one of a conversation when there is none yet
 */
export const writeAttributes = (context: Context, writing: AttributesToWrite): Promise<void> =>
  inSharedTransaction(context, (shared) => writeAttributesIn(context, shared, writing));

/** Writes attributes as `writeAttributes` does, in a transaction that others share. */
export async function writeAttributesIn(
  context: Context,
  { transaction: db, afterCommit }: SharedTransaction,
  { conversationId, contactId, given: written, source, userId, isAtArrival = false }: AttributesToWrite,
): Promise<void> {
  const keys = written.map(({ key }) => key);
  const known = (await attributes.holdAttributes(db, keys)).filter(({ subject }) => subject !== 'company');
  const given = checked(known, written);
  const of = (subject: Attribute['subject']) => given.filter(({ attribute }) => attribute.subject === subject);
  const isTooEarly = conversationId === null && isAtArrival;
  const stamp = { source, setBy: userId, setAt: new Date().toISOString() };
  if (of('conversation').length > 0 && !isTooEarly) {
    const present =
      conversationId === null ? undefined : await attributes.holdConversationAttributes(db, conversationId);
    if (conversationId === null || !present) throw new Problem('conflict', 'There is no conversation yet.');
    const after = await described({ db }, { conversationId }, present, of('conversation'), stamp);
    const cause = userId === null ? ({ by: 'customer' } as const) : ({ by: 'representative', userId } as const);
    const changed = await transitionInDb(db, conversationId, [{ type: 'describe', attributes: after }], { cause });
    if (changed.outcome === 'done') afterCommit(() => dispatch(context, changed.event, changed));
  }
  if (of('contact').length === 0) return;
  const describedId = await describeContact(db, contactId, of('contact'), stamp);
  if (describedId !== undefined) afterCommit(() => publishDescribed(context, describedId));
}

/** Sets attributes of a contact. Returns its id if that changed any. @throws Problem `not_found`, and as `described` */
async function describeContact(
  db: Transaction,
  contactId: string | null,
  given: readonly Checked[],
  stamp: Stamp,
): Promise<string | undefined> {
  const present = contactId === null ? undefined : await attributes.holdContactAttributes(db, contactId);
  if (contactId === null || !present) throw new Problem('not_found', localize('no_such_contact'));
  const after = await described({ db }, { contactId }, present, given, stamp);
  if (JSON.stringify(after) === JSON.stringify(present)) return undefined;
  await attributes.writeContactAttributes(db, contactId, { before: present, after, userId: stamp.setBy });
  return contactId;
}

async function publishDescribed(context: Context, contactId: string): Promise<void> {
  await publishContact(context, { type: 'attributes_updated', contactId });
  await publishConversationsOf(context, contactId);
}

/** Values by key. */
export type AttributesToSet = Readonly<Record<string, AttributeContent | null>>;

/**
 * Sets attributes of a conversation's contact, and of the company that they belong to, in a transaction that holds the
 * conversation. Returns a function that notifies the team once it is committed; undefined if nothing changed.
 *
 * @throws Problem as `setAttributes`; `not_found` for a contact without a company, `forbidden` for a company of which the
 * caller doesn't see everything
 */
export async function setCustomerAttributes(
  context: Context,
  db: Transaction,
  caller: StaffCaller,
  { conversationId, values }: { conversationId: string; values: AttributesToSet },
): Promise<(() => Promise<void>) | undefined> {
  const keys = Object.keys(values);
  if (keys.length === 0) return undefined;
  const known = (await attributes.holdAttributes(db, keys)).filter(({ subject }) => subject !== 'conversation');
  const given = checked(
    known,
    keys.map((key) => ({ key, value: values[key] ?? null })),
  );
  const [ofContact, ofCompany] = (['contact', 'company'] as const).map((subject) =>
    given.filter(({ attribute }) => attribute.subject === subject),
  );
  const contactId = (await attributes.readAttributes(db, conversationId))?.contactId ?? null;
  const stamp: Stamp = { source: 'representative', setBy: caller.user.id, setAt: new Date().toISOString() };
  const contact = ofContact?.length ? await describeContact(db, contactId, ofContact, stamp) : undefined;
  const company = ofCompany?.length
    ? await describeCompany({ ...context, db }, caller, contactId, ofCompany)
    : undefined;
  if (contact === undefined && company === undefined) return undefined;
  return async () => {
    const colleagues = company === undefined ? [] : await contactIdsOf(context.db, company);
    const touched = new Set([...(contact === undefined ? [] : [contact]), ...colleagues.slice(0, announcedMax)]);
    for (const id of touched) await publishDescribed(context, id);
  };
}

/** Maximum number of contacts of a company that are announced. */
const announcedMax = 100;

/** Sets attributes of a contact's company. Returns its id if that changed any. */
async function describeCompany(
  context: Pick<Context, 'settings'> & { db: Transaction },
  caller: StaffCaller,
  contactId: string | null,
  given: readonly Checked[],
): Promise<string | undefined> {
  const { db } = context;
  const of = contactId === null ? undefined : await companySourceOf(db, contactId);
  if (!of?.companyId) throw new Problem('not_found', localize('contact_without_company'));
  await holdRow(db, 'companies', of.companyId);
  const company = await findCompany(db, of.companyId);
  if (!company) throw new Problem('not_found', localize('contact_without_company'));
  const within = await scopeSql(context, caller);
  if (within && (await hasConversationBeyond(db, await contactIdsOf(db, company.id), within)))
    throw new Problem('forbidden', localize('contact_beyond_scope'));
  const after = await describedCompany(context, caller, company, given);
  if (JSON.stringify(after) === JSON.stringify(company.attributes)) return undefined;
  await writeCompanyAttributes(db, company.id, after);
  return company.id;
}

/**
 * Returns the attributes of a company after a change by a user. The caller must hold its row.
 *
 * @throws Problem as `setAttributes`
 */
export async function describedCompany(
  { db }: Pick<Context, 'db'>,
  caller: StaffCaller,
  company: { id: string; attributes: StoredAttributes },
  given: readonly GivenAttribute[],
): Promise<StoredAttributes> {
  const keys = given.map(({ key }) => key);
  const known = (await attributes.holdAttributes(db, keys)).filter(({ subject }) => subject === 'company');
  const stamp = { source: 'representative', setBy: caller.user.id, setAt: new Date().toISOString() } as const;
  return described({ db }, { companyId: company.id }, company.attributes, checked(known, given), stamp);
}

/** Notifies the team that other attributes are declared. */
const announce = (context: Context) =>
  publishChange(context, { frame: { type: 'attributes_updated', contactId: null } });

interface Checked extends GivenAttribute {
  attribute: Attribute;
}

/**
 * Requires that the caller may set a value on conversations, their contacts or companies. Returns it without blanks around
 * it, and what the attribute is of.
 *
 * @throws Problem `invalid` naming an attribute that is unknown or of another type, `forbidden` for one of companies
 */
export async function checkedToSet(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  given: Pick<GivenAttribute, 'key' | 'value'>,
): Promise<{ value: AttributeContent | null; subject: Attribute['subject'] }> {
  const [only] = checked(await attributes.listAttributes(context.db), [given]);
  const subject = only?.attribute.subject ?? 'conversation';
  if (subject === 'company') await refuseWithout(context, caller, 'contacts.update');
  return { value: only?.value ?? null, subject };
}

/** @throws Problem `invalid` naming every one that is unknown or of the wrong type */
function checked(known: readonly Attribute[], given: readonly GivenAttribute[]): Checked[] {
  const errors: FieldError[] = [];
  const good: Checked[] = [];
  for (const { key, value, expected } of given) {
    const attribute = known.find((each) => each.key === key);
    const cleaned = typeof value === 'string' ? cleanLine(value) : value;
    const fault = !attribute
      ? localize('attribute_unknown', { key })
      : cleaned === null
        ? undefined
        : faultOf(attribute, cleaned);
    if (fault) errors.push(fieldError(key, fault));
    else if (attribute) good.push({ key, value: cleaned, expected, attribute });
  }
  if (errors.length > 0) throw new Problem('invalid', errors.map(({ message }) => message).join(' '), { errors });
  return good;
}

function faultOf(attribute: Attribute, value: AttributeContent): LocalizedText | undefined {
  if (typeof value === 'string' && value.length > attributeTextMaxLength) {
    return localize('attribute_too_long', { name: attribute.name, count: attributeTextMaxLength });
  }
  return attributeFault(attribute, value);
}

/** Origin of a value. */
type Stamp = Omit<AttributeValue, 'key' | 'value'>;

/** Subject of the attributes. */
type Described = { conversationId: string } | { contactId: string } | { companyId: string };

/**
 * Returns the attributes after the change.
 * @throws Problem `conflict` naming the user and the value if one was set in the meantime
 */
async function described(
  context: Pick<Context, 'db'>,
  where: Described,
  present: StoredAttributes,
  given: readonly Checked[],
  stamp: Stamp,
): Promise<StoredAttributes> {
  const after = { ...present };
  for (const { key, value, expected, attribute } of given) {
    const kept = present[key];
    if (expected !== undefined && (kept?.value ?? null) !== expected)
      throw await stale(context, where, attribute, kept);
    const isOthers =
      (stamp.source === 'page' && kept !== undefined && kept.source !== 'page') ||
      (stamp.source === 'form' && kept?.source === 'signed');
    const isSame = kept?.value === value && kept?.source === stamp.source;
    if (isOthers || isSame) continue;
    if (value === null) delete after[key];
    else after[key] = { ...stamp, value };
  }
  return after;
}

async function stale(
  { db }: Pick<Context, 'db'>,
  where: Described,
  { name, key }: Attribute,
  kept: StoredAttributes[string] | undefined,
): Promise<Problem> {
  if (!kept) {
    const who = 'companyId' in where ? undefined : await attributes.whoRemovedAttribute(db, { ...where, key });
    const words = who ? localize('attribute_taken_away_by', { who, name }) : localize('attribute_taken_away', { name });
    return new Problem('conflict', words);
  }
  const user = kept.setBy === null ? undefined : await findUser(db, kept.setBy);
  const what = { name, value: String(kept.value) };
  if (user) return new Problem('conflict', localize('attribute_set_meanwhile', { who: user.name, ...what }));
  const bySomebody = kept.source === 'representative' ? 'attribute_set_by_somebody' : 'attribute_set_by_website';
  return new Problem('conflict', localize(bySomebody, what));
}

/** In the order of their keys. */
export const valuesOf = (stored: StoredAttributes): AttributeValue[] =>
  Object.entries(stored)
    .map(([key, value]) => ({ key, ...value }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));

/** Returns the choices without duplicates: a choice needs at least one, other types none. @throws Problem `invalid` */
function cleanChoices(type: Attribute['type'], choices: readonly string[]): string[] {
  const cleaned = [...new Set(choices.map((choice) => choice.trim()))];
  const message =
    type === 'choice' && cleaned.length === 0
      ? localize('choice_without_choices')
      : type !== 'choice' && cleaned.length > 0
        ? localize('only_choice_has_choices')
        : undefined;
  if (message) throw fieldProblem('invalid', 'choices', message);
  return cleaned;
}
