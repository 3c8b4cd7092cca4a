/** Makes a message that may be stored of a draft. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import { findVisitor } from '@parley/db/visitors/visitors';
import { fieldProblem, type Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { continuationOf } from '@parley/db/conversations/continuation';
import type { NewMessageEmail } from '@parley/db/mail/message-emails';
import type { NewMessage } from '@parley/db/messages/insert';
import { findQuoted } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import { cleanContent, cleanDraft, cleanMarkdown, withNames } from '../text/content.ts';
import { cleanBlocks } from './blocks.ts';
import type { Draft, Sender } from './draft.ts';
import { emailToStore } from './email.ts';
import { type Responding, readResponse } from './response.ts';
import { endedBefore, type Place } from './target.ts';
import { mayHoldCode, withoutCode, withoutCodes } from './typed-code.ts';

/** A message without its conversation; a customer's without a name is named as the conversation names them. */
export type Cleaned = Omit<NewMessage, 'conversationId' | 'senderName'> & { senderName?: string | null };

/**
 * Returns the message to store. A customer's is without the codes that were typed in: they are compared with those of
 * the conversation that it goes to.
 *
 * @throws Problem `invalid` for an invalid content, or a quoted message of another conversation
 */
export async function clean(context: Context, sender: Sender, place: Place, draft: Draft): Promise<Cleaned> {
  const { attachments, clientMessageId = null, onlyIfLastSeq, basedOnSeq, original, sources, choices } = draft;
  const replyTo = await quotedMessage(context, place, draft);
  const blocks =
    draft.blocks && 'conversationId' in place && place.conversationId !== undefined
      ? await cleanBlocks(context, place.conversationId, draft.blocks, attachments)
      : undefined;
  const given = { ...(attachments && { attachments }), ...(replyTo && { replyTo }), clientMessageId, onlyIfLastSeq };
  switch (sender.kind) {
    case 'staff':
      return {
        ...given,
        content: cleanDraft(withText(draft, blocks)),
        ...cleanMarkdown(draft),
        ...((blocks || draft.template) && {
          blocks: { ...blocks?.blocks, ...(draft.template && { template: draft.template }) },
        }),
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
        content: cleanDraft(withText({ content: draft.content, attachments }, blocks)),
        ...(blocks && { blocks: blocks.blocks }),
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
      const responding = await respondingOf(context, sender.visitorId, place, draft);
      const written = responding ? { ...draft, content: responding.text } : draft;
      const { content, email } = await withoutTypedCodes(context, place, written);
      const { conversationConfig } = await context.settings.read();
      return {
        ...given,
        content: cleanDraft({ content, attachments: responding?.attachments ?? attachments }),
        ...(responding?.attachments && { attachments: responding.attachments }),
        ...(responding?.response && { response: responding.response }),
        ...(email && { email }),
        reopenAs: isAssisted ? 'assisted' : 'waiting',
        // Without a visitor no conversation can be started.
        ...(sender.visitorId !== null && { endedBefore: endedBefore(conversationConfig) }),
        via: draft.via ?? 'widget',
        senderType: 'customer',
        senderId: sender.visitorId,
        ...(sender.name !== undefined && { senderName: sender.name }),
      };
    }
  }
}

/** Returns a draft with the text of its blocks if it has none. */
const withText = <D extends Pick<Draft, 'content' | 'markdown' | 'attachments'>>(
  draft: D,
  blocks: { text: string } | undefined,
): D => {
  const isEmpty = !draft.content?.trim() && draft.markdown === undefined && !draft.attachments;
  return blocks && isEmpty ? { ...draft, content: blocks.text } : draft;
};

/** Returns what a customer's message answers. The text of one who pressed a button is theirs, by default its label. */
async function respondingOf(
  context: Context,
  visitorId: string | null,
  place: Place,
  { response, content, clientMessageId, attachments }: Draft,
): Promise<Responding | undefined> {
  if (!response) return undefined;
  const asked = { conversationIds: await readableIn(context, place), visitorId, clientMessageId, attachments };
  const responding = await readResponse(context, response, asked);
  return 'button' in response && content !== undefined ? { ...responding, text: content } : responding;
}

/** Returns the conversations with messages that a message of this place may name. */
async function readableIn({ db }: Context, place: Place): Promise<string[]> {
  if (!('conversationId' in place) || place.conversationId === undefined) return [];
  const continuation = place.kind === 'continued' ? await continuationOf(db, place.conversationId) : undefined;
  return [place.conversationId, ...(continuation ? [continuation.intoId] : [])];
}

/** Returns true if the assistant answers on the visitor's website. */
async function isAssistantOnFor({ db, settings }: Context, visitorId: string | null): Promise<boolean> {
  const { aiConfig } = await settings.read();
  const isOnEverywhere = aiConfig.websites.every(({ enabled }) => enabled);
  if (!aiConfig.enabled || isOnEverywhere || visitorId === null) return aiConfig.enabled;
  return aiConfigOn(aiConfig, (await findVisitor(db, visitorId))?.websiteId ?? null).enabled;
}

/** Returns the refusal of a quoted message that isn't one of the conversation. */
export const notQuotable = (): Problem => fieldProblem('invalid', 'replyTo', localize('no_such_message'));

/** Returns the message that a draft quotes. @throws Problem `invalid` if it isn't one of its conversation */
async function quotedMessage(
  { db }: Context,
  place: Place,
  { replyTo, via = 'widget' }: Draft,
): Promise<Awaited<ReturnType<typeof findQuoted>>> {
  if (replyTo === undefined) return undefined;
  const continuation = place.kind === 'continued' ? await continuationOf(db, place.conversationId) : undefined;
  const conversationIds = 'conversationId' in place ? [place.conversationId, continuation?.intoId] : [];
  const quoted = await findQuoted(
    db,
    conversationIds.filter((id) => id !== undefined),
    replyTo,
  );
  // The customer doesn't see earlier messages of the conversation that theirs was merged into.
  const isHidden =
    quoted &&
    quoted.conversationId === continuation?.intoId &&
    quoted.message.seq < (continuation.firstSeq ?? Infinity);
  if ((!quoted || isHidden) && via === 'widget') throw notQuotable();
  if (!quoted || isHidden) return undefined;
  return quoted;
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
  if (place.kind === 'own' || place.kind === 'opened') return undefined;
  const { conversationId } = place;
  return (await continuationOf(db, conversationId))?.intoId ?? conversationId;
}
