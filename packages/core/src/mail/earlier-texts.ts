/** Loads the texts of a conversation that a mail may quote. */
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { languageCodes } from '@parley/contracts/text/languages';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import { readRichText, wordsOf } from '@parley/contracts/text/rich-text';
import type { ConversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import type { ExternalContext } from '../external/services.ts';
import { messageWords } from '../text/message-words.ts';
import { teamName } from '../mailer/sender.ts';
import type { SentText } from './sent-text.ts';
import { answerAbove } from './answer-above.ts';
import { sendingAs } from './inbox.ts';
import { filledSignature } from './signature.ts';

/** The newest messages, with the lines that `digestMail` writes around them. */
export async function earlierTexts(
  context: Pick<ExternalContext, 'db' | 'settings' | 'publicUrl' | 'external'>,
  { id, lastSeq, websiteDomain, mailboxId }: Pick<ConversationState, 'id' | 'lastSeq' | 'websiteDomain' | 'mailboxId'>,
): Promise<SentText> {
  const { emailConfig } = await context.settings.read();
  const team = teamName(emailConfig);
  const messages = await messagesAfter(context.db, id, Math.max(0, lastSeq - messagesPerPageMax), messagesPerPageMax);
  const sent = messages.filter(({ senderType }) => senderType !== 'customer');
  const names = new Set([team, ...sent.flatMap(({ senderName }) => senderName ?? [])]);
  const layout = languageCodes
    .map(mailTexts)
    .flatMap((t) => [
      answerAbove(t),
      t('why', { website: websiteDomain ?? team }),
      t('unsubscribe'),
      ...[t('assistant'), ...names].flatMap((name) => [name, `${name} (${t('translated')})`]),
    ]);
  const { signature, template } = await sendingAs(context, mailboxId);
  const added = [
    template.legalText,
    template.mailFooter,
    ...[null, ...names].map((name) => filledSignature(signature, { 'representative.name': name })),
  ].map((text) => wordsOf(readRichText(text)));
  return {
    ours: [[...layout, ...added].join('\n'), ...sent.map(messageWords)],
    theirs: messages.filter(({ senderType }) => senderType === 'customer').map(({ content }) => content),
    publicUrl: context.publicUrl,
  };
}
