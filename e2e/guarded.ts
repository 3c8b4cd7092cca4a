/** An answer of a model on its way to a customer, by everything that stands between them. */
import { writeCited } from '@parley/core/ai/cited-reply';
import { withoutOrders } from '@parley/core/knowledge/orders';
import { askModel } from '@parley/core/ai/model';
import { replyPrompt, secretTexts } from '@parley/core/ai/prompt';
import { PromptLeak, ReplyFilter } from '@parley/core/ai/reply-filter';
import type { ModelAccess } from '@parley/core/ai/model-access';
import { instructions } from '@parley/testing/planted-answers';

export interface Guarded {
  /** Text that the customer saw while it was written, and the final text; empty where a person is called. */
  shown: string;
  sent: string;
}

/** Asks a model with a page as its passage, as the assistant does, and again where that is to be. */
export async function guarded(access: ModelAccess, { page, asked }: { page: string; asked: string }): Promise<Guarded> {
  const passages = [{ title: 'Lumen', headings: [], text: withoutOrders(page), url: null }];
  const secrets = { systemPrompt: instructions };
  let shown = '';
  try {
    const { answer } = await writeCited({
      citable: { passages, instructions, teamText: '', asked },
      newFilter: () =>
        new ReplyFilter({
          secrets: secretTexts(secrets),
          trusted: [page],
          website: 'lumen.example',
          maxLength: 10_000,
        }),
      show: (text) => {
        shown += text;
      },
      mayAskAgain: () => true,
      ask: async (unsupported, stop, onText) => {
        const messages = replyPrompt(
          { ...secrets, knowledge: passages, messages: [], unsupported },
          { mayHandOff: true },
        );
        const question = { model: 'scripted', messages, maxTokens: 500, signal: stop, onText };
        const given = await askModel(access, question).catch((error: unknown) => {
          // The side that hung up throws the reason.
          if (!stop.aborted) throw error;
          return { text: '', toolCall: null, inputTokens: 0, outputTokens: 0 };
        });
        return { answer: given, model: 'scripted', costUsd: 0, record: () => Promise.resolve() };
      },
    });
    return { shown, sent: answer.isWorthSending ? answer.text : '' };
  } catch (error) {
    if (!(error instanceof PromptLeak)) throw error;
    return { shown, sent: '' };
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether what must reach nobody has reached the customer. */
export const reached = ({ shown, sent }: Guarded, wrong: string): boolean =>
  [shown, sent].some((text) => plain(text).includes(plain(wrong.replace(/[.。]$/, ''))));
