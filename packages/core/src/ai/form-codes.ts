/** Customers prove the address that they gave in a form: a code is mailed to it, and they type it in the conversation. */
import { actionTexts } from '@parley/contracts/i18n/catalogues/actions';
import { hiddenCode } from '@parley/contracts/assistant/tools';
import type { FormAnswer } from '@parley/contracts/forms/forms';
import { Problem } from '@parley/contracts/problems';
import type { ConversationState } from '@parley/db/conversations/read';
import { findForm } from '@parley/db/forms/forms';
import { isAddressProven } from '@parley/db/mail/proof';
import { findMessage, findMessageByClientId, newestMessages } from '@parley/db/messages/read';
import { identityCodes, isOfForm } from '@parley/db/tools/identity-codes';
import { contactOf } from '@parley/db/visitors/contacts';
import { announceContact } from '../contacts/contacts.ts';
import { derivedId } from '../derived-id.ts';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { languageOf } from '../messages/customer-language.ts';
import { postMessage } from '../messages/post.ts';
import type { Language } from '../text/language.ts';
import { hinted, sendCode } from './tools/identity.ts';

interface Reaction {
  state: ConversationState;
  /** The customer's message. */
  seq: number;
  eventId: string;
}

/**
 * Mails a code to the address in an answered form that wants it proven, and says so in the conversation, once. The
 * address stays unverified where no mail can be sent.
 */
export async function askForCode(context: ExternalContext, { state, seq, eventId }: Reaction): Promise<void> {
  const message = await findMessage(context.db, state.id, seq);
  const form = message?.response?.form;
  const email = form && (await addressToProve(context, state, form));
  if (!message || email === undefined) return;
  const clientMessageId = derivedId(eventId, 'form code');
  if (await findMessageByClientId(context.db, state.id, clientMessageId, 'ai')) return;
  const language = await languageOfCustomer(context, state);
  try {
    const sent = await sendCode(context, { state, runId: message.id, email, language });
    if (sent !== 'sent') return;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    context.log.warn({ err: error, conversationId: state.id }, 'a code could not be mailed');
    return;
  }
  await say(context, state, actionTexts(language)('codeSent', { address: hinted(email) }), clientMessageId);
}

/** Returns the address that a form asks to prove; undefined if there is none, or it is proven already. */
async function addressToProve(
  { db }: ExternalContext,
  { id }: ConversationState,
  { id: formId, answers }: FormAnswer,
): Promise<string | undefined> {
  const field = (await findForm(db, formId))?.fields.find(({ needsCode }) => needsCode);
  const email = answers.find((answer) => answer.field === field?.id)?.text;
  return email === undefined || (await isAddressProven(db, id)) ? undefined : email.toLowerCase();
}

/** Answers a typed code that a form asked for, where the assistant doesn't, and shows the team a proven address. */
export async function answerFormCode(context: ExternalContext, { state, seq, eventId }: Reaction): Promise<void> {
  const message = await findMessage(context.db, state.id, seq);
  if (!message?.content.includes(hiddenCode)) return;
  const [newest] = await identityCodes(context.db, state.id, 1);
  if (!newest || !(await isOfForm(context.db, newest))) return;
  const isRight = newest.verifiedAt !== null;
  const contactId = state.visitorId === null ? undefined : await contactOf(context.db, state.visitorId);
  if (isRight && contactId !== undefined) await announceContact(context, contactId);
  if (state.isAiAssisted) return;
  const language = await languageOfCustomer(context, state);
  const text = actionTexts(language)(isRight ? 'codeRight' : 'wrongCode');
  await say(context, state, text, derivedId(eventId, 'typed code'));
}

/** Returns the language of the customer's own words: questions of forms and codes say nothing of it. */
async function languageOfCustomer(context: ExternalContext, state: ConversationState): Promise<Language> {
  const messages = await newestMessages(context.db, state.id, 10);
  const written = messages.filter(({ response, content }) => !response && !content.includes(hiddenCode));
  return languageOf(context, state, written);
}

/** Posts a sentence of the product's own, which answers nothing; not into a conversation that is closed by now. */
async function say(
  context: ExternalContext,
  { id: conversationId }: ConversationState,
  content: string,
  clientMessageId: string,
): Promise<void> {
  const sender = { kind: 'assistant', isAnswer: false } as const;
  await postMessage(context, sender, { conversationId }, { content, clientMessageId }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}
