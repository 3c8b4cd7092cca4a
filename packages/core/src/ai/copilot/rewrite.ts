/** Rewrites a representative's draft: its numbers, links and names must survive. */
import type { RewriteKind, Rewritten } from '@parley/contracts/assistant/copilot';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import type { ExternalContext } from '../../external/services.ts';
import { askModelFor, textOf, tokensFor } from './ask-model.ts';
import { changedFacts } from './facts.ts';
import { keptFaithfully } from './faithful.ts';
import { languageName } from './language-name.ts';
import { requireFeatureIn } from './offered.ts';

const wishes: Record<Exclude<RewriteKind, 'translate'>, string> = {
  shorter: 'Make it shorter: what is needed, in fewer words.',
  warmer: 'Make it warmer and kinder, without gushing and without promising anything.',
  formal: 'Make it more formal and polite.',
  grammar: 'Correct grammar, spelling and punctuation. Change nothing else.',
};

const rulesFor = (
  how: RewriteKind,
  language: string | undefined,
): string => `Rewrite the "text" of a colleague's message to a customer.
${how === 'translate' ? `Translate it into ${languageName(language ?? 'en')}.` : `${wishes[how]} Stay in its language.`}
Keep every number, link, address, {{variable}} and every name in "names" exactly as it is. Add nothing that it does not say.
"mistakes", where there are any, is what an earlier attempt got wrong.
Answer {"text": "…"}`;

export interface Rewriting {
  conversationId: string;
  text: string;
  how: RewriteKind;
  language?: string | undefined;
}

/**
 * @throws Problem as `requireFeatureIn` and `askModelFor`; `other_side_failed` for a text that brings a link or an
 * address of its own
 */
export async function rewrite(
  context: ExternalContext,
  { conversationId, text, how, language }: Rewriting,
): Promise<Rewritten> {
  const offered = await requireFeatureIn(context, 'rewriting', conversationId);
  const { glossary } = offered.settings.copilotConfig;
  const { customerName } = offered.conversation;
  // A shorter text may leave the name out; it is shown as missing for that.
  const names = [...glossary, ...(customerName === null ? [] : [customerName])];
  return keptFaithfully(
    (mistakes) =>
      askModelFor(context, offered, {
        kind: 'rewrite',
        conversationId,
        rules: rulesFor(how, language),
        material: { text, names, ...(mistakes && { mistakes }) },
        maxTokens: tokensFor(text),
        read: (answer) => textOf(answer, 'text')?.slice(0, messageMaxLength),
      }),
    (made) => changedFacts(text, made, { names }),
  );
}
