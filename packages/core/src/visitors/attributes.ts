/** Stores attributes of the visitor and their conversation that the page, or its website's own server, provides. */
import type { AttributeContent } from '@parley/contracts/conversations/attributes';
import { attributesMax } from '@parley/contracts/conversations/limits';
import { type FieldError, Problem } from '@parley/contracts/problems';
import { listAttributes } from '@parley/db/attributes/attributes';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { contactOf, isBlocked } from '@parley/db/visitors/contacts';
import { stateCountry } from '@parley/db/visitors/visitors';
import { blocked } from '../permissions/blocked.ts';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { setSignedCompany } from '../contacts/companies.ts';
import { publishConversationsOf } from '../live/publish-contact.ts';
import { namedCountry } from './country.ts';
import { type GivenAttribute, writeAttributes } from '../conversations/attributes.ts';

/**
 * Sets attributes from the page, which any visitor can forge. @throws Problem `invalid` naming the fault, `conflict`
 * without a conversation
 */
export async function setByPage(
  context: Context,
  { visitorId }: Pick<VisitorCaller, 'visitorId'>,
  given: readonly GivenAttribute[],
): Promise<void> {
  const others = await withoutCountry(context, visitorId, given);
  if (others.length > 0 || given.length === 0) await write(context, visitorId, others, 'page', false);
}

/**
 * Stores the attributes sent with a visitor's identity, by key: from the page, or signed by its website's server. The
 * visitor is identified even if one of them is invalid: then none is stored, and the errors are returned.
 */
export async function describeVisitor(
  context: Context,
  visitorId: string,
  attributes: unknown,
  source: 'page' | 'signed',
): Promise<FieldError[]> {
  if (attributes === undefined || attributes === null) return [];
  if (typeof attributes !== 'object' || Object.keys(attributes).length > 2 * attributesMax) {
    return [{ path: 'attributes', message: `These are up to ${2 * attributesMax} values by key.` }];
  }
  const given: GivenAttribute[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (!isContent(value)) return [{ path: key, message: `${key} is a text, a number, true, false or null.` }];
    given.push({ key, value });
  }
  try {
    const others = await withoutCountry(context, visitorId, given);
    const values = source === 'signed' ? await withoutCompany(context, visitorId, others) : others;
    if (values.length > 0) await write(context, visitorId, values, source, true);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors ?? [{ path: 'attributes', message: error.message }];
  }
}

/**
 * Makes the contact one of the company that the website signed as `company`, and returns the values to store: the
 * company's name only if it is a declared attribute too.
 */
async function withoutCompany(
  context: Context,
  visitorId: string,
  given: readonly GivenAttribute[],
): Promise<readonly GivenAttribute[]> {
  const company = given.find(({ key }) => key === 'company');
  if (!company) return given;
  const contactId = await contactOf(context.db, visitorId);
  if (typeof company.value === 'string' && contactId !== undefined && !(await isBlocked(context.db, visitorId)))
    await setSignedCompany(context, contactId, company.value);
  const isDeclared = (await listAttributes(context.db)).some(
    ({ key, subject }) => key === 'company' && subject !== 'company',
  );
  return isDeclared ? given : given.filter((each) => each !== company);
}

/**
 * Stores the country that the page or the website names as `country`, and returns the values to store as attributes:
 * the country only if it is declared as one too.
 */
async function withoutCountry(
  context: Context,
  visitorId: string,
  given: readonly GivenAttribute[],
): Promise<readonly GivenAttribute[]> {
  const named = given.find(({ key }) => key === 'country');
  const country = namedCountry(named?.value);
  if (!named || !country) return given;
  if (await stateCountry(context.db, visitorId, country)) {
    const contactId = await contactOf(context.db, visitorId);
    if (contactId !== undefined) await publishConversationsOf(context, contactId);
  }
  const isDeclared = (await listAttributes(context.db)).some(({ key }) => key === 'country');
  return isDeclared ? given : given.filter((each) => each !== named);
}

const isContent = (value: unknown): value is AttributeContent | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

async function write(
  context: Context,
  visitorId: string,
  given: readonly GivenAttribute[],
  source: 'page' | 'signed',
  isAtArrival: boolean,
): Promise<void> {
  // On arrival they only repeat earlier values.
  if (await isBlocked(context.db, visitorId)) {
    if (isAtArrival) return;
    throw blocked();
  }
  const [conversationId = null, contactId = null] = await Promise.all([
    currentConversationId(context.db, visitorId),
    contactOf(context.db, visitorId),
  ]);
  await writeAttributes(context, { conversationId, contactId, given, source, userId: null, isAtArrival });
}
