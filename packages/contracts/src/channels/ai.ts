import * as Type from 'typebox';
import { OneOf, Strict } from '../schema.ts';
import { channel, section } from './channel.ts';

export const aiModels = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-4', 'gpt-3.5-turbo'] as const;

const AiConfig = Strict({
  enabled: Type.Boolean(),
  model: OneOf(aiModels),
  maxTokens: Type.Integer({ minimum: 1, maximum: 16_000 }),
  systemPrompt: Type.String({ maxLength: 20_000 }),
  autoHandoff: Type.Boolean(),
});

/** The model behind replies and suggestions. */
export const ai = channel({
  id: 'ai',
  name: 'AI Assistant',
  docs: 'ai-assistant',
  queue: null,
  repeatable: false,
  settings: section('aiConfig', AiConfig, {
    enabled: false,
    model: 'gpt-4o-mini',
    maxTokens: 500,
    systemPrompt: 'You are a helpful customer service assistant.',
    autoHandoff: true,
  }),
});
