/** Summarises long conversations: made once, extended with later messages, each point with the message it is from. */
import type { Summary, SummaryPoint } from '@parley/contracts/assistant/copilot';
import type { Message } from '@parley/contracts/entities';
import { languages } from '@parley/contracts/text/languages';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findSummary, storeSummary } from '@parley/db/ai/summaries';
import { messagesAfter } from '@parley/db/messages/read';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { askModelFor, listOf, textOf } from './ask-model.ts';
import { bringsNothingNew } from './facts.ts';
import { spoken } from './material.ts';
import { requireFeatureIn } from './offered.ts';
import type { StaffCaller } from '../../callers.ts';
import { assertMay } from '../../permissions/permissions.ts';

/** Read by one call, and of each so many characters. */
const messagesAtOnce = 100;
const longestMessage = 1_200;
/**
 * A very long conversation is summarised step by step; after this time the caller gets the present state, and asks
 * again.
 */
const enoughMs = 18_000;

const pointsMax = 8;
const longestPoint = 300;

type Made = Pick<Summary, 'intent' | 'tried' | 'open'>;

const rules = (language: Summary['language']): string => `Summarise a conversation for a colleague who takes it over.
"summary" is what was summarised before, "messages" what was said since, each with its number "seq". Extend the summary: keep what still holds, change what the messages change, leave out what is settled.
Write in ${languages[language]}, each point one short sentence, at most ${pointsMax} of a kind. "seq" is the number of the message that a point is from.
Answer {"intent": {"text": "what the customer wants", "seq": 1}, "tried": [{"text": "what was answered or tried", "seq": 2}], "open": [{"text": "what is not settled", "seq": 3}]}`;

/** The one that was made, or null. */
export async function readSummary(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  language: Summary['language'],
): Promise<Summary | null> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  return (await findSummary(context.db, conversationId, language))?.summary ?? null;
}

/**
 * Summarises a conversation, from where its last summary in this language ends.
 *
 * @throws Problem as `requireFeatureIn` and `askModelFor`; `invalid` if the conversation has no messages yet,
 * `unavailable` if a message was changed during the call
 */
export async function makeSummary(
  context: ExternalContext,
  conversationId: string,
  language: Summary['language'],
): Promise<Summary> {
  const until = performance.now() + enoughMs;
  const offered = await requireFeatureIn(context, 'summaries', conversationId);
  const editNo = offered.conversation.lastEditNo;
  let made = (await findSummary(context.db, conversationId, language))?.summary;
  for (;;) {
    const messages = await messagesAfter(context.db, conversationId, made?.lastSeq ?? 0, messagesAtOnce);
    const last = messages.at(-1);
    if (!last || (made && performance.now() > until)) break;
    const before = made;
    const points = messages.some(({ removedAt }) => !removedAt)
      ? await askModelFor<Made>(context, offered, {
          kind: 'summary',
          conversationId,
          messageSeq: last.seq,
          rules: rules(language),
          material: {
            summary: before ? { intent: before.intent, tried: before.tried, open: before.open } : null,
            messages: spoken(messages, longestMessage),
          },
          maxTokens: 2_000,
          read: (answer) => readPoints(answer, messages, before),
        })
      : { intent: null, tried: [], open: [], ...before };
    const summary = { intent: points.intent, tried: points.tried, open: points.open, language, lastSeq: last.seq };
    made = await storeSummary(context.db, conversationId, { editNo, summary });
    // A message that the summary mentions may have been edited or removed.
    if (!made) throw new Problem('unavailable', localize('being_changed'));
    if (messages.length < messagesAtOnce) break;
  }
  if (!made) throw new Problem('invalid', localize('nothing_to_summarise'));
  return made;
}

/** Points that name a message which was given, or stood there before, and bring no number or link of their own. */
function readPoints(answer: unknown, messages: readonly Message[], before: Made | undefined): Made | undefined {
  const known = [...(before?.intent ? [before.intent] : []), ...(before?.tried ?? []), ...(before?.open ?? [])];
  const seqs = new Set([...messages, ...known].map(({ seq }) => seq));
  const sourceTexts = [
    ...messages.flatMap(({ content, original }) => [content, original?.text ?? '']),
    ...known.map(({ text }) => text),
  ];
  const point = (value: unknown): SummaryPoint[] => {
    const text = textOf(value, 'text')?.replaceAll(/\s+/g, ' ');
    const seq = Number(typeof value === 'object' && value !== null ? Reflect.get(value, 'seq') : Number.NaN);
    if (!text || !seqs.has(seq) || !bringsNothingNew(text, sourceTexts)) return [];
    return [{ text: text.slice(0, longestPoint), seq }];
  };
  const [intent = before?.intent ?? null] =
    typeof answer === 'object' && answer !== null ? point(Reflect.get(answer, 'intent')) : [];
  const tried = listOf(answer, 'tried').flatMap(point).slice(0, pointsMax);
  const open = listOf(answer, 'open').flatMap(point).slice(0, pointsMax);
  return intent === null && tried.length === 0 && open.length === 0 ? undefined : { intent, tried, open };
}
