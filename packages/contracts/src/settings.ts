/** The single settings record. Fields and defaults: docs/product.md#the-things-and-their-fields. */
import * as Type from 'typebox';
import { linePattern, Nullable, OneOf, Strict } from './schema.ts';

export const widgetPositions = ['bottom-right', 'bottom-left', 'top-right'] as const;
export const aiModels = ['gpt-4o', 'gpt-4o-mini', 'gpt-4-turbo', 'gpt-4', 'gpt-3.5-turbo'] as const;
export const timeZones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Australia/Sydney',
] as const;
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];
export const sessionTimeouts = ['1h', '8h', '24h', 'never'] as const;
export const retentions = ['30d', '90d', '1y', 'never'] as const;

/** What a stored secret is answered as; posting it back keeps the stored one. */
export const secretMask = '••••••••';

const Text = Type.String({ maxLength: 500 });
const Line = Type.String({ maxLength: 500, pattern: linePattern });
const Secret = Type.String({ maxLength: 2000, description: `Answered as ${secretMask} when stored` });
/** An address that whoever has it may post to: a secret. Empty, an http(s) address, or the mask. */
const SecretUrl = Type.String({
  maxLength: 2000,
  pattern: `^(|${secretMask}|https?://[^\\s]+)$`,
  examples: [''],
  description: `Answered as ${secretMask} when stored`,
});
const HostOfUrl = Type.String({
  maxLength: 2000,
  description: 'The host of the stored webhookUrl, to know it by; ignored in a change',
  readOnly: true,
});
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] });

export const WidgetConfig = Strict({
  avatarUrl: Type.String({ maxLength: 2000, examples: [''] }),
  position: OneOf(widgetPositions),
  primaryColor: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#af1f31'] }),
  welcomeMessage: Type.String({ maxLength: 1000 }),
  showOnMobile: Type.Boolean(),
  showOnDesktop: Type.Boolean(),
});
export const EmailConfig = Strict({
  enabled: Type.Boolean(),
  useInternalEmail: Type.Boolean(),
  smtpHost: Type.String({ maxLength: 253 }),
  smtpPort: Type.Integer({ minimum: 1, maximum: 65_535 }),
  smtpUser: Text,
  smtpPassword: Secret,
  smtpSecure: Type.Boolean(),
  smtpAllowPlaintext: Nullable(
    Type.Boolean({
      description:
        'Whether a server without encryption gets mail. Null for one that was set up before this was asked: it does, until somebody decides',
    }),
  ),
  fromEmail: Type.String({
    maxLength: 254,
    pattern: '^(|[^@\\s]+@[^@\\s]+\\.[^@\\s]+)$',
    examples: ['support@example.com'],
  }),
  fromName: Line,
  notificationEmails: Type.Array(Type.String({ format: 'email', maxLength: 254, examples: ['team@example.com'] }), {
    maxItems: 50,
  }),
  subjectPrefix: Type.String({ maxLength: 60, pattern: linePattern }),
  threadModifier: Type.String({ maxLength: 60, pattern: linePattern }),
  enableThreading: Type.Boolean(),
});
const ChatWebhook = { enabled: Type.Boolean(), webhookUrl: SecretUrl, webhookHost: HostOfUrl, channel: Text };
export const SlackConfig = Strict(ChatWebhook);
/** The boards webhook. */
export const TigonConfig = Strict(ChatWebhook);
export const TrelloConfig = Strict({ enabled: Type.Boolean(), apiKey: Secret, token: Secret, boardId: Text });
export const AiConfig = Strict({
  enabled: Type.Boolean(),
  model: OneOf(aiModels),
  maxTokens: Type.Integer({ minimum: 1, maximum: 16_000 }),
  systemPrompt: Type.String({ maxLength: 20_000 }),
  autoHandoff: Type.Boolean(),
});
const DayHours = Strict({ enabled: Type.Boolean(), start: Time, end: Time });
export const BusinessHours = Strict({
  enabled: Type.Boolean(),
  timezone: OneOf(timeZones),
  monday: DayHours,
  tuesday: DayHours,
  wednesday: DayHours,
  thursday: DayHours,
  friday: DayHours,
  saturday: DayHours,
  sunday: DayHours,
});
export const SecurityConfig = Strict({ sessionTimeout: OneOf(sessionTimeouts) });
export const DataConfig = Strict({ retention: OneOf(retentions) });
/** What administrators may always do, and representatives where they are let. */
export const RepresentativesMay = Strict({
  /** Set how long closed conversations are kept: what is older is deleted. */
  retention: Type.Boolean(),
  /** Add, change and remove websites. */
  websites: Type.Boolean(),
  /** Download all conversations. */
  export: Type.Boolean(),
});
export type Permission = keyof Type.Static<typeof RepresentativesMay>;

export const Settings = Type.Object(
  {
    widgetConfig: WidgetConfig,
    emailConfig: EmailConfig,
    slackConfig: SlackConfig,
    tigonConfig: TigonConfig,
    trelloConfig: TrelloConfig,
    aiConfig: AiConfig,
    businessHours: BusinessHours,
    securityConfig: SecurityConfig,
    dataConfig: DataConfig,
    representativesMay: RepresentativesMay,
  },
  { $id: 'Settings' },
);
export type Settings = Type.Static<typeof Settings>;
export type SettingsSection = keyof Settings;
export const settingsSections = Object.keys(Settings.properties) as SettingsSection[];

/** The fields that are encrypted at rest and answered masked. */
export const secretFields = {
  emailConfig: ['smtpPassword'],
  slackConfig: ['webhookUrl'],
  tigonConfig: ['webhookUrl'],
  trelloConfig: ['apiKey', 'token'],
} as const satisfies { [S in SettingsSection]?: readonly (keyof Settings[S])[] };

const nineToFive = { enabled: true, start: '09:00', end: '17:00' };

export const defaultSettings: Settings = {
  widgetConfig: {
    avatarUrl: '',
    position: 'bottom-right',
    primaryColor: '#af1f31',
    welcomeMessage: 'Hi! How can we help you today?',
    showOnMobile: true,
    showOnDesktop: true,
  },
  emailConfig: {
    enabled: false,
    useInternalEmail: false,
    smtpHost: '',
    smtpPort: 587,
    smtpUser: '',
    smtpPassword: '',
    smtpSecure: false,
    smtpAllowPlaintext: false,
    fromEmail: '',
    fromName: 'Parley Support',
    notificationEmails: [],
    subjectPrefix: '[Parley]',
    threadModifier: '#PARLEY',
    enableThreading: true,
  },
  slackConfig: { enabled: false, webhookUrl: '', webhookHost: '', channel: '' },
  tigonConfig: { enabled: false, webhookUrl: '', webhookHost: '', channel: '' },
  trelloConfig: { enabled: false, apiKey: '', token: '', boardId: '' },
  aiConfig: {
    enabled: false,
    model: 'gpt-4o-mini',
    maxTokens: 500,
    systemPrompt: 'You are a helpful customer service assistant.',
    autoHandoff: true,
  },
  businessHours: {
    enabled: false,
    timezone: 'UTC',
    monday: nineToFive,
    tuesday: nineToFive,
    wednesday: nineToFive,
    thursday: nineToFive,
    friday: nineToFive,
    saturday: { ...nineToFive, enabled: false },
    sunday: { ...nineToFive, enabled: false },
  },
  securityConfig: { sessionTimeout: '24h' },
  dataConfig: { retention: 'never' },
  representativesMay: { retention: false, websites: false, export: false },
};
