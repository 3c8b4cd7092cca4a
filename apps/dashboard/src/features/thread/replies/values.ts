/** Values of a conversation, by the names of the placeholders in replies. */
import { type ReplyValues, fillTemplate, firstNameOf } from '@parley/contracts/messages/reply-template';
import { type CannedReply, type ReplyAction, textFor } from '@parley/contracts/messages/canned-replies';
import type { Conversation, User, VisitorProfile, Website } from '@parley/contracts/entities';

/** Visitor's values that replies can contain. */
type Visitor = Pick<VisitorProfile, 'name' | 'email' | 'pageTitle' | 'pageUrl' | 'locale' | 'browserLanguages'>;

export interface Known {
  me: Pick<User, 'name' | 'email'>;
  conversation: Pick<Conversation, 'id' | 'customerName' | 'customerEmail' | 'website' | 'websiteId'>;
  visitor: Visitor | undefined;
  websites: readonly Website[];
}

export function valuesOf({ me, conversation, visitor, websites }: Known): ReplyValues {
  const name = conversation.customerName ?? visitor?.name ?? null;
  return {
    'customer.name': name,
    'customer.firstName': firstNameOf(name),
    'customer.email': conversation.customerEmail ?? visitor?.email ?? null,
    'representative.name': me.name,
    'representative.firstName': firstNameOf(me.name),
    'representative.email': me.email,
    website: conversation.website,
    'website.name': websites.find(({ id }) => id === conversation.websiteId)?.name ?? conversation.website,
    'page.title': visitor?.pageTitle ?? null,
    'page.url': visitor?.pageUrl ?? null,
    'conversation.id': conversation.id,
  };
}

/** Returns the customer's language: that of their page, otherwise the first of their browser. */
export const languageOf = (visitor: Visitor | undefined): string | null =>
  visitor?.locale ?? visitor?.browserLanguages[0] ?? null;

/** Returns the reply's text for this conversation. */
export const filled = (reply: CannedReply, known: Known): string =>
  fillTemplate(textFor(reply, languageOf(known.visitor)), valuesOf(known));

/** Returns the reply's actions for this conversation, its notes filled in. */
export const filledActions = (reply: CannedReply, known: Known): ReplyAction[] =>
  reply.actions.map((action) =>
    action.type === 'note' ? { ...action, text: fillTemplate(action.text, valuesOf(known)) } : action,
  );
