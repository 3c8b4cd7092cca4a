import { askModel, ModelFailed } from '../ai/model.ts';
import { refuseMovedModelKey } from '../ai/model-settings.ts';
import { modelName, requireModel } from '../ai/model-access.ts';
import { noteModelCall } from '../ai/model-status.ts';
import type { Tested } from '../deliveries/descriptor.ts';
import { tryEmbeddings } from '../knowledge/embeddings.ts';

/** Test and rules of the assistant's settings: of the model that it and suggestions ask (`core/src/ai`). */
export const ai: Tested = {
  async test(context) {
    const { aiConfig } = await context.settings.read();
    const access = await requireModel(context);
    const model = modelName(access, aiConfig.model);
    const asked = askModel(access, {
      model,
      messages: [{ role: 'user', content: 'Answer with the single word: ok' }],
      maxTokens: 1,
    });
    const failure = await asked.then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null || failure instanceof ModelFailed) await noteModelCall(context, access, model, failure);
    const { outputTokens } = await asked;
    const { embeddings } = context.external;
    if (embeddings) await tryEmbeddings(embeddings);
    return `${model} answered with ${outputTokens} token${outputTokens === 1 ? '' : 's'}.`;
  },
  refuseChange: refuseMovedModelKey,
};
