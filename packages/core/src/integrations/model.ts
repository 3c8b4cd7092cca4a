import { localize } from '@parley/contracts/i18n/server-texts';
import { askModel } from '../ai/model.ts';
import { modelName } from '../ai/run.ts';
import type { ChannelDescriptor } from '../deliveries/descriptor.ts';
import { tryEmbeddings } from '../knowledge/embeddings.ts';
import { notConfigured } from '../deliveries/refusals.ts';

/** The model: it is asked by the assistant and by suggestions (`core/src/ai`), and nothing is delivered to it. */
export const ai: ChannelDescriptor<'ai'> = {
  async test(context) {
    const { aiConfig } = await context.settings.read();
    const access = context.external.model;
    if (!access) throw notConfigured(localize('no_model'));
    const model = modelName(access, aiConfig.model);
    const { outputTokens } = await askModel(access, {
      model,
      messages: [{ role: 'user', content: 'Answer with the single word: ok' }],
      maxTokens: 1,
    });
    const { embeddings } = context.external;
    if (embeddings) await tryEmbeddings(embeddings);
    return `${model} answered with ${outputTokens} token${outputTokens === 1 ? '' : 's'}.`;
  },
};

/** The assistant's tools deliver nothing: replies make the calls that they need (`ai/tools`), and the log shows them. */
export const action: ChannelDescriptor<'action'> = {};
