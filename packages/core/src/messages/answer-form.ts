/** Posts messages of customers; a form that one answers fills what is known of its customer in the same transaction. */
import { type Attribute, type AttributeContent, attributeFault } from '@parley/contracts/conversations/attributes';
import type { Answers, FormAnswer, FormField, ShownForm } from '@parley/contracts/forms/forms';
import { formLinkDays } from '@parley/contracts/forms/limits';
import { Problem } from '@parley/contracts/problems';
import { type Language, languageOf } from '@parley/contracts/text/languages';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { attributeTextMaxLength } from '@parley/contracts/conversations/limits';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { listAttributes } from '@parley/db/attributes/attributes';
import type { Command } from '@parley/db/conversations/commands';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { transition } from '@parley/db/conversations/transition';
import { findForm } from '@parley/db/forms/forms';
import { findFormMessage, holdMessage } from '@parley/db/messages/read';
import { listTeams } from '@parley/db/roles/teams';
import { contactOf } from '@parley/db/visitors/contacts';
import { findVisitor, updateVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { writeAttributesIn } from '../conversations/attributes.ts';
import { derivedId } from '../derived-id.ts';
import { dispatch } from '../events/dispatch.ts';
import { inSharedTransaction, type SharedTransaction } from '../events/shared-transaction.ts';
import { formUrlOf, readFormLink } from '../forms/links.ts';
import { hashedNetwork } from '../mailer/unproven-mail-limits.ts';
import type { Draft, Sender, Target } from './draft.ts';
import { type Posted, postMessage } from './post.ts';

type SenderOfCustomer = Extract<Sender, { kind: 'visitor' }>;

/** Posts a customer's message. @throws Problem as `postMessage`, and as `readResponse` */
export async function postOfCustomer(
  context: Context,
  sender: Sender & { kind: 'visitor' },
  target: Target,
  draft: Draft,
): Promise<Posted> {
  const { response } = draft;
  if (!response || 'button' in response) return postMessage(context, sender, target, draft);
  return inSharedTransaction(context, async (shared) => {
    // Of two answers at once, the second one sees the first.
    if ('to' in response) await holdMessage(shared.transaction, response.to);
    const posted = await postMessage(context, sender, target, draft, shared);
    const form = posted.duplicate ? undefined : posted.stored.response?.form;
    if (form) await fillFrom(context, shared, { form, sender, conversationId: posted.stored.conversationId });
    return posted;
  });
}

interface Filled {
  form: FormAnswer;
  sender: SenderOfCustomer;
  conversationId: string;
}

/** Fills the customer's name and address, attributes and the team from the answers to a form, as it is now. */
async function fillFrom(
  context: Context,
  shared: SharedTransaction,
  { form, sender: { visitorId, network }, conversationId }: Filled,
): Promise<void> {
  const { transaction: db } = shared;
  const fields = new Map((await findForm(db, form.id))?.fields.map((field) => [field.id, field]));
  const answered = form.answers.flatMap(({ field: id, value, text }) => {
    const field = fields.get(id);
    return field ? [{ field, value, text }] : [];
  });
  const textOf = (fills: 'name' | 'email'): string | undefined =>
    answered.find(({ field }) => field.fills === fills)?.text;
  const commands: Command[] = [];
  const [name, email] = [textOf('name'), textOf('email')];
  if (visitorId !== null && (name !== undefined || email !== undefined)) {
    const known = await findVisitor(db, visitorId);
    // A typed address doesn't replace one that the website vouches for.
    const visitor = await updateVisitor(db, visitorId, {
      ...(name !== undefined && { name: cleanLine(name, nameMaxLength) }),
      ...(email !== undefined && !known?.emailVerified && { email, emailNetwork: hashedNetwork(context, network) }),
    });
    if (visitor)
      commands.push({ type: 'identify', email: visitor.email ?? undefined, name: visitor.name ?? undefined });
  }
  const teamId = answered.find(({ field }) => field.kind === 'team')?.value;
  if (typeof teamId === 'string' && (await listTeams(db, teamId)).length > 0)
    commands.push({ type: 'assign_team', teamId });
  for (const command of commands) {
    const changed = await transition(db, conversationId, [command], { cause: { by: 'customer' }, isWelcome: true });
    if (changed.outcome === 'done') shared.afterCommit(() => dispatch(context, changed.event, changed));
  }
  const attributes = await listAttributes(db);
  const given = answered.flatMap(({ field, value, text }) => {
    const attribute = attributes.find(({ key }) => typeof field.fills === 'object' && key === field.fills.attribute);
    const content = attribute && contentFor(attribute, field, { value, text });
    return attribute && content !== undefined ? [{ key: attribute.key, value: content }] : [];
  });
  if (given.length === 0) return;
  const contactId = visitorId === null ? null : ((await contactOf(db, visitorId)) ?? null);
  await writeAttributesIn(context, shared, { conversationId, contactId, given, source: 'form', userId: null });
}

/** Returns an answer as the value of an attribute; undefined if it isn't one, as after a change of the attribute. */
function contentFor(
  attribute: Attribute,
  { kind }: FormField,
  { value, text }: { value: FormAnswer['answers'][number]['value']; text: string },
): AttributeContent | undefined {
  if (attribute.subject === 'company') return undefined;
  const isText = attribute.type === 'text' || attribute.type === 'choice';
  const content = isText
    ? cleanLine(text, attributeTextMaxLength)
    : Array.isArray(value) || kind === 'file'
      ? undefined
      : value;
  return content === undefined || attributeFault(attribute, content) ? undefined : content;
}

export interface FormPage {
  form: ShownForm;
  language: Language;
  isAnswered: boolean;
}

/** Days after which the link to a form is over. */
const linkMs = formLinkDays * 24 * 3_600_000;

/** Finds the message of a link. @throws Problem `not_found` for an invalid link, and one that is over */
async function behindLink(
  context: Pick<Context, 'db' | 'secrets' | 'publicUrl'>,
  token: string,
): Promise<FormPage & { state: ConversationState; messageId: string }> {
  const conversationId = readFormLink(context, token);
  const [state, found] = await Promise.all([
    conversationState(context.db, conversationId),
    findFormMessage(context.db, conversationId, formUrlOf(context, token)),
  ]);
  const form = found?.blocks?.form;
  const isOver = !found || found.removedAt !== null || found.createdAt.getTime() < Date.now() - linkMs;
  if (!state || state.hidden || !form || isOver) throw new Problem('not_found', 'This link is not valid.');
  const visitor = state.visitorId === null ? undefined : await findVisitor(context.db, state.visitorId);
  const language = languageOf(visitor?.locale ?? '') ?? 'en';
  return { form, language, isAnswered: found.isAnswered, state, messageId: found.id };
}

/** Returns what the page behind a link shows; reading it changes nothing. @throws Problem `not_found` */
export async function readFormPage(
  context: Pick<Context, 'db' | 'secrets' | 'publicUrl'>,
  token: string,
): Promise<FormPage> {
  const { form, language, isAnswered } = await behindLink(context, token);
  return { form, language, isAnswered };
}

/**
 * Takes the answers of a link's holder, by the names of the page's inputs.
 *
 * @throws Problem `not_found` as `readFormPage`, and as `postOfCustomer`
 */
export async function answerFormByLink(
  context: Context,
  token: string,
  given: readonly { field: string; value: string }[],
): Promise<void> {
  const { form, state, messageId } = await behindLink(context, token);
  const sender = { kind: 'visitor', visitorId: state.visitorId } as const;
  const clientMessageId = derivedId(messageId, 'form page');
  const answers = answersOf(form, given);
  await postOfCustomer(
    context,
    sender,
    { conversationId: state.id },
    { clientMessageId, response: { to: messageId, answers } },
  );
}

/** Returns the values of a page's inputs as answers. */
export function answersOf(form: ShownForm, given: readonly { field: string; value: string }[]): Answers {
  return form.fields.flatMap(({ id, kind }): Answers => {
    const values = given.flatMap(({ field, value }) => (field === id && value.trim() !== '' ? [value.trim()] : []));
    const [first] = values;
    if (first === undefined) return [];
    if (kind === 'choices') return [{ field: id, value: values }];
    if (kind === 'number') return [{ field: id, value: Number(first.replace(',', '.')) }];
    return [{ field: id, value: kind === 'consent' ? true : first }];
  });
}
