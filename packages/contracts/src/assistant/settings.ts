import * as Type from 'typebox';
import { Id, Nullable, OneOf, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { type IntegrationContract, section } from '../channels/channel.ts';

export const aiModels = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-4', 'gpt-3.5-turbo'] as const;

/**
 * Servers that speak the chat completions protocol, with the address that a new connection starts with; empty where
 * each customer has an own one.
 */
export const aiServers = {
  openai: 'https://api.openai.com/v1',
  azure: '',
  anthropic: 'https://api.anthropic.com/v1',
  ollama: 'http://localhost:11434/v1',
  other: '',
} as const;
/** Address of the assistant's model: the server in the environment, or one that an admin has set. */
export const aiProviders = ['environment', 'openai', 'azure', 'anthropic', 'ollama', 'other'] as const;
export type AiProvider = (typeof aiProviders)[number];

/** US dollars for a million tokens; null for what OpenAI asks for its models, and nothing for others. */
const Price = Nullable(Type.Number({ minimum: 0, maximum: 10_000 }));

/** Limit set by admins; null follows the installation's environment, which no setting can exceed. */
const Limit = (maximum: number) => Nullable(Type.Integer({ minimum: 1, maximum }));

export const AiConfig = Strict({
  enabled: Type.Boolean(),
  /** Another than `environment` makes the connection below count, whole: no key of the environment goes there. */
  provider: Guarded(OneOf(aiProviders)),
  /** Chat completions are at `/chat/completions` below it. */
  baseUrl: Guarded(
    Type.String({ maxLength: 2000, pattern: '^(|https?://[^\\s]+)$', examples: ['https://models.example.com/v1'] }),
  ),
  apiKey: Secret,
  /** Name that the server calls it by. */
  model: Type.String({ minLength: 1, maxLength: 200, pattern: '^\\S(.*\\S)?$', examples: ['gpt-4o-mini'] }),
  maxTokens: Type.Integer({ minimum: 1, maximum: 16_000 }),
  systemPrompt: Type.String({ maxLength: 20_000 }),
  autoHandoff: Type.Boolean(),
  /** Limits answers to what sources support. Null for automatic: on as soon as there are sources. */
  onlyFromSources: Nullable(Type.Boolean()),
  /** Words of a customer's that always call a person, in whichever languages customers write. */
  personTopics: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }),
  /** Answers of the assistant in a conversation before a person is called; 0 for as many as it takes. */
  maxTurns: Type.Integer({ minimum: 0, maximum: 200 }),
  /** Whether customers are asked below an answer if it helped. */
  asksIfAnswered: Type.Boolean(),
  /** Differences on single websites. */
  websites: Type.Array(
    Strict({
      websiteId: Id,
      /** Whether it answers there, while it is on at all. */
      enabled: Type.Boolean(),
      /** Empty for the common one. */
      systemPrompt: Type.String({ maxLength: 20_000 }),
      /** How it speaks there. */
      tone: Type.String({ maxLength: 500 }),
    }),
    { maxItems: 200 },
  ),
  inputPrice: Price,
  outputPrice: Price,
  /** Automatic replies of the installation. */
  repliesPerMinute: Limit(1_000_000),
  repliesPerDay: Limit(100_000_000),
  /** Tokens read and written, for all automatic replies and the copilot, and for one visitor. */
  tokensPerDay: Limit(1_000_000_000_000),
  tokensPerVisitorAndDay: Limit(1_000_000_000),
});

type AiSettings = Type.Static<typeof AiConfig>;
/** The settings with what differs on one website. */
export type WebsiteAiConfig = AiSettings & { tone: string };

/** Returns the settings as they are on a website; null for a conversation without one. */
export function aiConfigOn(aiConfig: AiSettings, websiteId: string | null): WebsiteAiConfig {
  const own = aiConfig.websites.find((each) => each.websiteId === websiteId);
  return {
    ...aiConfig,
    enabled: aiConfig.enabled && own?.enabled !== false,
    systemPrompt: own?.systemPrompt.trim() ? own.systemPrompt : aiConfig.systemPrompt,
    tone: own?.tone ?? '',
  };
}

/** Settings of the assistant: its model and how it answers. */
export const ai = {
  id: 'ai',
  name: 'AI Assistant',
  docs: 'ai-assistant',
  settings: section('aiConfig', AiConfig, {
    enabled: false,
    provider: 'environment',
    baseUrl: '',
    apiKey: '',
    model: 'gpt-4o-mini',
    maxTokens: 500,
    systemPrompt: 'You are a helpful customer service assistant.',
    autoHandoff: true,
    onlyFromSources: null,
    personTopics: [],
    maxTurns: 0,
    asksIfAnswered: true,
    websites: [],
    inputPrice: null,
    outputPrice: null,
    repliesPerMinute: null,
    repliesPerDay: null,
    tokensPerDay: null,
    tokensPerVisitorAndDay: null,
  }),
} as const satisfies IntegrationContract;
