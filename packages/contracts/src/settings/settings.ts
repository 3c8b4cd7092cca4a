/** The single settings record. Fields and defaults: docs/product.md#the-things-and-their-fields. */
import * as Type from 'typebox';
import { AuditConfig } from '../audit/audit.ts';
import { MailOauthConfig, mailOauthDefaults } from '../channels/mail-oauth.ts';
import { SlackThreadsConfig, slackThreadsDefaults } from '../channels/slack-threads.ts';
import { integrationDefaults, integrationSections } from '../channels/integrations.ts';
import { CopilotConfig } from '../assistant/copilot.ts';
import { Filter } from '../filter/filter.ts';
import { ratingDelayMinutesMax, ratingPauseDaysMax, ratingQuestionMaxLength } from '../ratings/limits.ts';
import { type Language, languageCodes } from '../text/languages.ts';
import { allOptional, OneOf, Strict } from '../schema.ts';
import { inputMinutesMax } from '../users/limits.ts';
import { pushContents } from '../users/limits.ts';

export { secretMask } from './secret-fields.ts';

export const widgetPositions = ['bottom-right', 'bottom-left', 'top-right'] as const;
/** Time zones that the product specification names; the dashboard offers them first. Any other of IANA is taken too. */
export const usualTimeZones = [
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
/** How long a session lasts at most, however much it is used. */
export const sessionLifetimes = ['24h', '7d', '30d', 'never'] as const;
/** Users who must have a second factor. */
export const secondFactorPolicies = ['nobody', 'admins', 'all'] as const;
/** Time after its close during which a customer's message reopens a conversation; later ones start another. */
export const newConversationTimes = ['never', '1h', '1d', '7d', '30d'] as const;
export const retentions = ['30d', '90d', '1y', 'never'] as const;

/** Time of day. */
export const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] });

const WelcomeMessage = Type.String({ maxLength: 1000 });
/** Welcome messages by language; `welcomeMessage` is used if one is empty or absent. */
export const WelcomeMessages = Strict(
  Object.fromEntries(languageCodes.map((code) => [code, Type.Optional(WelcomeMessage)])) as Record<
    Language,
    Type.TOptional<typeof WelcomeMessage>
  >,
  { examples: [{ de: 'Hallo! Wie können wir helfen?' }] },
);
/** Shapes of the launcher; one with a text is as wide as its name. */
export const launcherShapes = ['round', 'square', 'text'] as const;
/** Colours of the chat; `system` follows the visitor's. */
export const widgetThemes = ['system', 'light', 'dark'] as const;
/** Blocks that a chat without messages can show below the greeting. */
export const homeBlocks = ['team', 'search', 'conversations', 'links', 'articles'] as const;
export const homeLinksMax = 6;
/** Distances of the launcher from its corner, in pixels. */
export const launcherOffsetMax = 200;

const LauncherName = Type.String({ maxLength: 40 });
const Offset = Type.Integer({ minimum: 0, maximum: launcherOffsetMax });
export const WidgetConfig = Strict({
  avatarUrl: Type.String({ maxLength: 2000, examples: [''] }),
  position: OneOf(widgetPositions),
  primaryColor: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#af1f31'] }),
  welcomeMessage: WelcomeMessage,
  /** By language; always replaced as a whole. */
  welcomeMessages: WelcomeMessages,
  showOnMobile: Type.Boolean(),
  showOnDesktop: Type.Boolean(),
  /** Without anyone online and with the assistant off there is no launcher. */
  hideWhenAway: Type.Boolean(),
  theme: OneOf(widgetThemes),
  launcherShape: OneOf(launcherShapes),
  /** Names of the launcher by language in place of the usual one; always replaced as a whole. */
  launcherNames: Strict(
    Object.fromEntries(languageCodes.map((code) => [code, Type.Optional(LauncherName)])) as Record<
      Language,
      Type.TOptional<typeof LauncherName>
    >,
    { examples: [{ en: 'Chat with us' }] },
  ),
  offsetX: Offset,
  offsetY: Offset,
  /** Blocks of a chat without messages, in their order. */
  home: Type.Array(OneOf(homeBlocks), { uniqueItems: true, maxItems: homeBlocks.length }),
  /** Pages that the block `links` leads to. */
  homeLinks: Type.Array(
    Strict({
      title: Type.String({ minLength: 1, maxLength: 80, examples: ['Track an order'] }),
      url: Type.String({ maxLength: 2000, pattern: '^https?://', examples: ['https://shop.example.com/orders'] }),
    }),
    { maxItems: homeLinksMax },
  ),
  /** Shows what a link in a message leads to; the server reads that page. */
  linkPreviews: Type.Boolean(),
});
/** Changes that a website makes to the widget's look; the rest follows the settings. */
export const WebsiteLook = Strict(allOptional(WidgetConfig.properties));
export type WebsiteLook = Type.Static<typeof WebsiteLook>;

const DayHours = Strict({ enabled: Type.Boolean(), start: Time, end: Time });
export const BusinessHours = Strict({
  enabled: Type.Boolean(),
  timezone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
  monday: DayHours,
  tuesday: DayHours,
  wednesday: DayHours,
  thursday: DayHours,
  friday: DayHours,
  saturday: DayHours,
  sunday: DayHours,
});
export const SecurityConfig = Strict({
  sessionTimeout: OneOf(sessionTimeouts),
  sessionLifetime: OneOf(sessionLifetimes),
  secondFactor: OneOf(secondFactorPolicies),
  /** Days that users may go without a second factor after it becomes required. */
  secondFactorGraceDays: Type.Integer({ minimum: 0, maximum: 90 }),
  /** Since when it is asked for as it is now; ignored in a change. */
  secondFactorSince: Type.String({ maxLength: 40, readOnly: true, examples: [''] }),
});
export type SecurityConfig = Type.Static<typeof SecurityConfig>;
/** Sign-in settings, for admins only. */
export const SignInConfig = Strict({
  /** Nobody signs in or registers by password, but by an identity provider. */
  onlyProviders: Type.Boolean(),
});
export const ConversationConfig = Strict({
  /** A customer's message this long after the close starts a new conversation; `never` reopens the closed one. */
  newAfter: OneOf(newConversationTimes),
});
export const AvailabilityConfig = Strict({
  /** A user who has the dashboard open counts as offline after so many minutes without input. */
  inputMinutes: Type.Integer({ minimum: 1, maximum: inputMinutesMax }),
});
const RatingQuestion = Type.String({ maxLength: ratingQuestionMaxLength });
/** Whether and when customers are asked how satisfied they are, after a conversation was closed. */
export const RatingConfig = Strict({
  enabled: Type.Boolean(),
  /** Conversations that are asked about. */
  filter: Filter,
  /** Part of them that is asked. */
  samplePercent: Type.Integer({ minimum: 1, maximum: 100 }),
  /** Days after a question in which the same customer isn't asked again; 0 asks after every close. */
  pauseDays: Type.Integer({ minimum: 0, maximum: ratingPauseDaysMax }),
  /** Time between the close and the question. */
  delayMinutes: Type.Integer({ minimum: 0, maximum: ratingDelayMinutesMax }),
  /** Questions by language in place of the usual one; always replaced as a whole. */
  questions: Strict(
    Object.fromEntries(languageCodes.map((code) => [code, Type.Optional(RatingQuestion)])) as Record<
      Language,
      Type.TOptional<typeof RatingQuestion>
    >,
    { examples: [{ en: 'How did we do?' }] },
  ),
});
export const DataConfig = Strict({
  retention: OneOf(retentions),
  /** Visitors may erase their own data in the widget. */
  visitorsErase: Type.Boolean(),
});
/** Actions that admins may always take, and representatives only if allowed here. */
export const RepresentativesMay = Strict({
  /** Set how long closed conversations are kept: what is older is deleted. */
  retention: Type.Boolean(),
  /** Add, change and remove websites. */
  websites: Type.Boolean(),
  /** Download all conversations. */
  export: Type.Boolean(),
  /** Add, change and remove the canned replies that all share. */
  sharedReplies: Type.Boolean(),
});
export type RepresentativesMay = Type.Static<typeof RepresentativesMay>;

export const networksMax = 200;
/** From where the team may sign in and work: addresses and ranges in CIDR notation; none is everywhere. */
export const NetworkConfig = Strict({
  allowed: Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['203.0.113.0/24'] }), {
    maxItems: networksMax,
    uniqueItems: true,
  }),
});

/** Most that push notifications show; a device may show less. */
export const PushConfig = Strict({ content: OneOf(pushContents) });

/** Every section: those of the channels, and those of the rest of the product. */
export const sectionSchemas = {
  widgetConfig: WidgetConfig,
  ...integrationSections,
  businessHours: BusinessHours,
  securityConfig: SecurityConfig,
  signInConfig: SignInConfig,
  conversationConfig: ConversationConfig,
  availabilityConfig: AvailabilityConfig,
  ratingConfig: RatingConfig,
  dataConfig: DataConfig,
  representativesMay: RepresentativesMay,
  auditConfig: AuditConfig,
  networkConfig: NetworkConfig,
  pushConfig: PushConfig,
  copilotConfig: CopilotConfig,
  mailOauthConfig: MailOauthConfig,
  slackThreadsConfig: SlackThreadsConfig,
};

export const Settings = Type.Object(sectionSchemas, { $id: 'Settings' });
export type Settings = Type.Static<typeof Settings>;
export type SettingsSection = keyof Settings;
export const settingsSections = Object.keys(sectionSchemas) as SettingsSection[];

const nineToFive = { enabled: true, start: '09:00', end: '17:00' };

export const defaultSettings: Settings = {
  widgetConfig: {
    avatarUrl: '',
    position: 'bottom-right',
    primaryColor: '#af1f31',
    welcomeMessage: 'Hi! How can we help you today?',
    welcomeMessages: {},
    showOnMobile: true,
    showOnDesktop: true,
    hideWhenAway: false,
    theme: 'system',
    launcherShape: 'round',
    launcherNames: {},
    offsetX: 20,
    offsetY: 20,
    home: ['team'],
    homeLinks: [],
    linkPreviews: true,
  },
  ...integrationDefaults,
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
  securityConfig: {
    sessionTimeout: '24h',
    sessionLifetime: 'never',
    secondFactor: 'nobody',
    secondFactorGraceDays: 7,
    secondFactorSince: '',
  },
  signInConfig: { onlyProviders: false },
  conversationConfig: { newAfter: 'never' },
  availabilityConfig: { inputMinutes: 10 },
  ratingConfig: {
    enabled: false,
    filter: { all: [] },
    samplePercent: 100,
    pauseDays: 14,
    delayMinutes: 0,
    questions: {},
  },
  dataConfig: { retention: 'never', visitorsErase: true },
  representativesMay: { retention: false, websites: false, export: false, sharedReplies: false },
  auditConfig: { retention: 'never' },
  networkConfig: { allowed: [] },
  pushConfig: { content: 'full' },
  copilotConfig: {
    summaries: true,
    rewriting: true,
    tags: true,
    answers: true,
    translation: true,
    transcriptionModel: '',
    glossary: [],
    exceptWebsiteIds: [],
  },
  mailOauthConfig: mailOauthDefaults,
  slackThreadsConfig: slackThreadsDefaults,
};
