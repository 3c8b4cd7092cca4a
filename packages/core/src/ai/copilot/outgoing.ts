/**
 * Translates a representative's message into the customer's language and checks it before it is sent: numbers, links
 * and names against the original, and negations through a second call that translates back without seeing the original.
 */
import type { OutgoingTranslation } from '@parley/contracts/assistant/copilot';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import type { ExternalContext } from '../../external/services.ts';
import { inTime, readingMs } from '../../processes/limited-time.ts';
import { askModelFor, textOf, tokensFor } from './ask-model.ts';
import { changedFacts } from './facts.ts';
import { keptFaithfully } from './faithful.ts';
import { languageName } from './language-name.ts';
import { deniesAlike } from './negation.ts';
import { requireFeatureIn } from './offered.ts';

const rulesFor = (
  from: string,
  to: string,
): string => `Translate the "text" from ${languageName(from)} into ${languageName(to)}. It is a colleague's message to a customer: polite, natural, and exactly what it says.
Keep every number, link, address, {{variable}} and every name in "names" exactly as it is. Keep every negation.
"mistakes", where there are any, is what an earlier attempt got wrong.
Answer {"text": "…"}`;

const backRules = (
  from: string,
  to: string,
): string => `Translate the "text" from ${languageName(from)} into ${languageName(to)}, literally, sentence by sentence, also where it makes no sense.
Answer {"text": "…"}`;

export interface Outgoing {
  conversationId: string;
  text: string;
  from: string;
  to: string;
}

/** @throws Problem as `requireFeatureIn`, `askModelFor` and `keptFaithfully` */
export async function translateOutgoing(
  context: ExternalContext,
  { conversationId, text, from, to }: Outgoing,
): Promise<OutgoingTranslation> {
  const offered = await requireFeatureIn(context, 'translation', conversationId);
  const names = offered.settings.copilotConfig.glossary;
  const ask = (kind: 'translation' | 'back_translation', rules: string, material: { text: string }) =>
    askModelFor(context, offered, {
      kind,
      conversationId,
      rules,
      material: { ...material, names },
      maxTokens: tokensFor(material.text),
      timeoutMs: 12_000,
      read: (answer) => textOf(answer, 'text')?.slice(0, messageMaxLength),
    });
  const made = await keptFaithfully(
    (mistakes) => ask('translation', rulesFor(from, to), { text, ...(mistakes && { mistakes }) }),
    (translated) => changedFacts(text, translated, { names }),
  );
  const back = await ask('back_translation', backRules(to, from), { text: made.text });
  const changed = inTime(readingMs, () => deniesAlike(text, back, from), false)
    ? []
    : [{ kind: 'negation' as const, was: null, is: null }];
  return { text: made.text, back, changedFacts: [...made.changedFacts, ...changed] };
}
