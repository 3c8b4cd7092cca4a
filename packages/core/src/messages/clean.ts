/** Makes a message that may be stored of a draft. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import { findVisitor } from '@parley/db/visitors/visitors';
import { continuationOf } from '@parley/db/conversations/continuation';
import type { NewMessageEmail } from '@parley/db/mail/message-emails';
import type { NewMessage } from '@parley/db/messages/insert';
import type { Context } from '../context.ts';
import { cleanContent, cleanDraft, cleanMarkdown, withNames } from '../text/content.ts';
import type { Draft, Sender } from './draft.ts';
import { emailToStore } from './email.ts';
import type { Place } from './target.ts';
import { mayHoldCode, withoutCode, withoutCodes } from './typed-code.ts';

/** A message without its conversation; a customer's without a name is named as the conversation names them. */
export type Cleaned = Omit<NewMessage, 'conversationId' | 'senderName'> & { senderName?: string | null };

/**
 * Returns the message to store. A customer's is without the codes that were typed in: they are compared with those of
 * the conversation that it goes to.
 *
 * @throws Problem `invalid` for an invalid content
 */
export async function clean(context: Context, sender: Sender, place: Place, draft: Draft): Promise<Cleaned> {
  const { attachments, clientMessageId = null, onlyIfLastSeq, basedOnSeq, original, sources, choices } = draft;
  const given = { ...(attachments && { attachments }), clientMessageId, onlyIfLastSeq };
  switch (sender.kind) {
    case 'staff':
      return {
        ...given,
        content: cleanDraft(draft),
        ...cleanMarkdown(draft),
        ...(original && { original: { ...original, text: cleanContent(original.text) } }),
        basedOnSeq,
        via: 'dashboard',
        senderType: 'representative',
        senderId: sender.user.id,
        senderName: sender.user.name,
      };
    case 'assistant':
      return {
        ...given,
        content: cleanDraft({ content: draft.content, attachments }),
        ...(sources && { sources }),
        ...(choices && { choices }),
        onlyIfAiEpoch: sender.epoch,
        isAnswer: sender.isAnswer,
        via: 'ai',
        senderType: 'ai',
        senderId: null,
        senderName: null,
      };
    case 'visitor': {
      const isAssisted = !draft.refusesAutoReply && (await isAssistantOnFor(context, sender.visitorId));
      const { content, email } = await withoutTypedCodes(context, place, draft);
      return {
        ...given,
        content: cleanDraft({ content, attachments }),
        ...(email && { email }),
        reopenAs: isAssisted ? 'assisted' : 'waiting',
        via: draft.via ?? 'widget',
        senderType: 'customer',
        senderId: sender.visitorId,
        ...(sender.name !== undefined && { senderName: sender.name }),
      };
    }
  }
}

/** Returns true if the assistant answers on the visitor's website. */
async function isAssistantOnFor({ db, settings }: Context, visitorId: string | null): Promise<boolean> {
  const { aiConfig } = await settings.read();
  const isOnEverywhere = aiConfig.websites.every(({ enabled }) => enabled);
  if (!aiConfig.enabled || isOnEverywhere || visitorId === null) return aiConfig.enabled;
  return aiConfigOn(aiConfig, (await findVisitor(db, visitorId))?.websiteId ?? null).enabled;
}

/** Takes the codes out of a customer's text and email, and adds the names of files that aren't attached. */
async function withoutTypedCodes(
  context: Context,
  place: Place,
  { content: typed = '', fileNames, email }: Draft,
): Promise<{ content: string; email?: NewMessageEmail | undefined }> {
  const mayHold = mayHoldCode(typed) || (email !== undefined && mayHoldCode(email.text));
  const codesOf = mayHold ? await conversationOfCodes(context, place) : undefined;
  const written = codesOf === undefined ? typed : await withoutCode(context, codesOf, typed);
  const content = fileNames ? withNames(written, fileNames) : written;
  if (!email) return { content };
  const isShortened = !content.startsWith(written.trim());
  const text = codesOf === undefined ? email.text : await withoutCodes(context, codesOf, email.text);
  return { content, email: emailToStore(email, text, isShortened) };
}

/**
 * Returns the conversation with the codes that a message is compared with: for a merged one, the target of the merge.
 */
async function conversationOfCodes({ db }: Context, place: Place): Promise<string | undefined> {
  if (place.kind === 'newest' || place.kind === 'opened') return undefined;
  const { conversationId } = place;
  return (await continuationOf(db, conversationId))?.intoId ?? conversationId;
}
