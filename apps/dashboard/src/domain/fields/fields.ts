/** Every field that settings and their lists have, as its screen and the audit log name it and its values. */
import { routingModes } from '@parley/contracts/routing/routing';
import { type AiProvider, aiProviders } from '@parley/contracts/assistant/settings';
import { toolEffects } from '@parley/contracts/assistant/tools';
import { auditRetentions } from '@parley/contracts/audit/audit';
import { signInMethods } from '@parley/contracts/users/sign-in-methods';
import { textFormats } from '@parley/contracts/channels/api-channels';
import { mailProviders } from '@parley/contracts/channels/mail-oauth';
import type { MailboxBehaviour } from '@parley/contracts/channels/mailbox-behaviour';
import { type Mailbox, mailWebhookProviders } from '@parley/contracts/channels/mailboxes';
import { attributeSubjects, attributeTypes } from '@parley/contracts/conversations/attributes';
import { tagColours } from '@parley/contracts/conversations/tags';
import { helpInWidget } from '@parley/contracts/knowledge/help';
import { audiences } from '@parley/contracts/knowledge/knowledge';
import { activeContentRules, fileKinds, visitorFilesWhen } from '@parley/contracts/messages/attachments';
import { scopes } from '@parley/contracts/permissions/rights';
import type { ScheduleException, TimeRange } from '@parley/contracts/schedules/schedule';
import {
  newConversationTimes,
  retentions,
  secondFactorPolicies,
  sessionLifetimes,
  sessionTimeouts,
  type Settings,
  type SettingsSection,
  weekdays,
  homeBlocks,
  launcherShapes,
  widgetPositions,
  widgetThemes,
} from '@parley/contracts/settings/settings';
import { pushContents } from '@parley/contracts/users/limits';
import { lifetimeName } from '../../forms/lifetime-name.ts';
import { retentionName } from '../../forms/retention-choice.tsx';
import { weekdayName } from '../../forms/weekday-name.ts';
import { accessWords } from '../../i18n/en/access.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { auditWords } from '../../i18n/en/audit.ts';
import { common } from '../../i18n/en/common.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { apiChannelWords } from '../../i18n/en/apichannels.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { networkWords } from '../../i18n/en/network.ts';
import { pushWords } from '../../i18n/en/push.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { threadWords } from '../../i18n/en/threads.ts';
import { sourceWords } from '../../i18n/en/sources.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { starting } from '../../i18n/en/starting.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { toolWords } from '../../i18n/en/tools.ts';
import { signInMethodName } from '../users/sign-in-methods.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { websiteFileWords } from '../../i18n/en/websitefiles.ts';
import { liveVisitorModes } from '@parley/contracts/visitors/live-visitors';
import { websiteWords } from '../../i18n/en/websites.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { languageName, listed, locale } from '../../i18n/language.ts';
import { calendarDate } from '../../ui/times.ts';
import { sizeWords } from '../files/size-words.ts';
import { isPermission, permissionWords } from '../users/permission-words.ts';
import { scopeName } from '../users/role-names.ts';

type Label = () => string;

/** A field with values that have words of their own. */
interface InWords {
  label: Label;
  /** Returns the words for a value, or for one of a list; undefined for a value that it doesn't know. */
  format: (value: unknown) => string | undefined;
}

/** A field with a choice of values. */
interface Choice<V extends string> extends InWords {
  values: readonly V[];
  nameOf: (value: V) => string;
}

export type Field = Label | InWords;

export const labelOf = (field: Field): string => (typeof field === 'function' ? field() : field.label());

/** Returns what a field offers to choose from. */
export const optionsOf = <V extends string>({ values, nameOf }: Choice<V>): { value: V; label: string }[] =>
  values.map((value) => ({ value, label: nameOf(value) }));

const choice = <V extends string>(label: Label, values: readonly V[], nameOf: (value: V) => string): Choice<V> => ({
  label,
  values,
  nameOf,
  format: (given) => {
    const value = values.find((each) => each === given);
    return value === undefined ? undefined : nameOf(value);
  },
});

const quantity = (label: Label, nameOf: (value: number) => string) => ({
  label,
  nameOf,
  format: (value: unknown) => (typeof value === 'number' ? nameOf(value) : undefined),
});

const inUnit = (value: number, unit: 'hour' | 'day' | 'minute'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);

/** Names what a customer's message does this long after the close: "New after 7 days". */
function newAfterName(time: Settings['conversationConfig']['newAfter']): string {
  if (time === 'never') return starting('reopens');
  return starting('startsAfter', { time: inUnit(Number.parseInt(time, 10), time.endsWith('h') ? 'hour' : 'day') });
}

/** Names of products are the same in every language. */
const models = { openai: 'OpenAI', azure: 'Azure OpenAI', anthropic: 'Anthropic', ollama: 'Ollama' } as const;
const mailServices = {
  google: 'Google',
  microsoft: 'Microsoft',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  ses: 'Amazon SES',
} as const;

function modelProviderName(provider: AiProvider): string {
  if (provider === 'environment') return integrationWords('providerEnvironment');
  return provider === 'other' ? integrationWords('providerOther') : models[provider];
}

const positions = { 'bottom-right': 'bottomRight', 'bottom-left': 'bottomLeft', 'top-right': 'topRight' } as const;
const themes = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;
const shapes = { round: 'shapeRound', square: 'shapeSquare', text: 'shapeText' } as const;
const blocks = {
  team: 'homeTeam',
  search: 'homeSearch',
  conversations: 'homeConversations',
  links: 'homeLinks',
  articles: 'homeArticles',
} as const;
const liveModes = { off: 'liveOff', count: 'liveCount', pages: 'livePages' } as const;
const policies = { admins: 'forAdmins', all: 'forAll' } as const;

export const sectionNames: { [Section in SettingsSection]: () => string } = {
  widgetConfig: () => widgetWords('title'),
  emailConfig: () => common('email'),
  telegramConfig: () => 'Telegram',
  whatsappConfig: () => 'WhatsApp',
  messengerConfig: () => 'Messenger',
  instagramConfig: () => 'Instagram',
  smsConfig: () => 'SMS',
  slackConfig: () => 'Slack',
  msteamsConfig: () => 'Microsoft Teams',
  tigonConfig: () => integrationWords('boards'),
  trelloConfig: () => 'Trello',
  aiConfig: () => common('aiAssistant'),
  businessHours: () => settingsWords('hours'),
  securityConfig: () => settingsWords('security'),
  signInConfig: () => ssoWords('title'),
  conversationConfig: () => starting('closing'),
  availabilityConfig: () => settingsWords('availability'),
  ratingConfig: () => ratingWords('title'),
  dataConfig: () => settingsWords('data'),
  representativesMay: () => rolesWords('roles'),
  auditConfig: () => settingsWords('auditLog'),
  networkConfig: () => networkWords('title'),
  pushConfig: () => pushWords('title'),
  copilotConfig: () => copilotWords('copilot'),
  mailOauthConfig: () => mailboxAccess('clients'),
  slackThreadsConfig: () => threadWords('title'),
};

const enabled = () => integrationWords('enabled');
const metaAccount = {
  enabled,
  accessToken: () => integrationWords('accessToken'),
  appSecret: () => integrationWords('appSecret'),
  verifyToken: () => integrationWords('verifyToken'),
  humanAgent: () => integrationWords('humanAgent'),
  websiteId: () => integrationWords('websiteId'),
};
const chatWebhook = {
  enabled,
  webhookUrl: () => integrationWords('webhookUrl'),
  webhookHost: () => integrationWords('webhookUrl'),
  channel: () => integrationWords('channel'),
};

/** Settings of each mailbox for new mail; those of the first one are on the Email tab. */
const behaviour = {
  signature: () => mailboxWords('signature'),
  legalText: () => mailboxWords('legalText'),
  logoUrl: () => mailboxWords('logo'),
  mailColour: () => mailboxWords('mailColour'),
  mailFooter: () => mailboxWords('mailFooter'),
  scheduleId: () => scheduleWords('schedule'),
  autoReply: choice<MailboxBehaviour['autoReply']>(
    () => mailboxWords('autoReply'),
    ['off', 'always', 'outside_hours'],
    (value) => mailboxWords(value),
  ),
  autoReplyText: () => mailboxWords('autoReplyText'),
  autoReplyClosedText: () => mailboxWords('closedText'),
  assistant: () => mailboxWords('assistant'),
  assistantDelaySeconds: quantity(
    () => mailboxWords('delay'),
    (seconds) => inUnit(Math.round(seconds / 60), 'minute'),
  ),
  authservId: () => mailboxWords('authserv'),
};

/** Fields of the settings; null for what the server keeps for itself. */
export const settingFields = {
  widgetConfig: {
    avatarUrl: () => widgetWords('avatar'),
    position: choice(
      () => widgetWords('position'),
      widgetPositions,
      (value) => widgetWords(positions[value]),
    ),
    primaryColor: () => widgetWords('colour'),
    welcomeMessage: () => widgetWords('welcome'),
    welcomeMessages: () => widgetWords('welcome'),
    showOnMobile: () => widgetWords('onMobile'),
    showOnDesktop: () => widgetWords('onDesktop'),
    hideWhenAway: () => widgetWords('hideWhenAway'),
    theme: choice(
      () => widgetWords('theme'),
      widgetThemes,
      (value) => widgetWords(themes[value]),
    ),
    launcherShape: choice(
      () => widgetWords('shape'),
      launcherShapes,
      (value) => widgetWords(shapes[value]),
    ),
    launcherNames: () => widgetWords('launcherName'),
    offsetX: () => widgetWords('offsetX'),
    offsetY: () => widgetWords('offsetY'),
    home: choice(
      () => widgetWords('home'),
      homeBlocks,
      (value) => widgetWords(blocks[value]),
    ),
    homeLinks: () => widgetWords('homeLinks'),
    linkPreviews: () => widgetWords('linkPreviews'),
  },
  emailConfig: {
    enabled,
    useInternalEmail: () => integrationWords('internalEmail'),
    smtpHost: () => integrationWords('smtpHost'),
    smtpPort: () => integrationWords('smtpPort'),
    smtpUser: () => integrationWords('smtpUser'),
    smtpPassword: () => integrationWords('smtpPassword'),
    smtpSecure: () => integrationWords('secure'),
    smtpAllowPlaintext: () => integrationWords('plaintext'),
    fromEmail: () => integrationWords('fromEmail'),
    fromName: () => integrationWords('fromName'),
    notificationEmails: () => integrationWords('recipients'),
    subjectPrefix: () => integrationWords('subjectPrefix'),
    threadModifier: () => integrationWords('threadModifier'),
    enableThreading: () => integrationWords('threading'),
    newMailOpens: () => integrationWords('newMailOpens'),
    newMailWebsiteId: () => integrationWords('newMailWebsite'),
    newMailTeamId: () => integrationWords('newMailTeam'),
    ...behaviour,
  },
  telegramConfig: {
    enabled,
    botToken: () => integrationWords('botToken'),
    websiteId: () => integrationWords('websiteId'),
    teamChatId: () => integrationWords('teamChat'),
    awayText: () => integrationWords('awayText'),
  },
  whatsappConfig: {
    enabled,
    phoneNumberId: () => integrationWords('phoneNumberId'),
    businessAccountId: () => integrationWords('businessAccountId'),
    accessToken: () => integrationWords('accessToken'),
    appSecret: () => integrationWords('appSecret'),
    verifyToken: () => integrationWords('verifyToken'),
    websiteId: () => integrationWords('websiteId'),
    awayText: () => integrationWords('awayText'),
  },
  messengerConfig: { ...metaAccount, accountId: () => integrationWords('pageId') },
  instagramConfig: { ...metaAccount, accountId: () => integrationWords('instagramId') },
  smsConfig: {
    enabled,
    accountSid: () => integrationWords('accountSid'),
    authToken: () => integrationWords('authToken'),
    sender: () => integrationWords('sender'),
    pictures: () => integrationWords('pictures'),
    websiteId: () => integrationWords('websiteId'),
  },
  slackConfig: chatWebhook,
  msteamsConfig: {
    enabled,
    appId: () => threadWords('appId'),
    tenantId: () => threadWords('tenantId'),
    clientSecret: () => threadWords('clientSecret'),
    channels: () => threadWords('channels'),
  },
  tigonConfig: chatWebhook,
  trelloConfig: {
    enabled,
    apiKey: () => integrationWords('apiKey'),
    token: () => integrationWords('token'),
    boardId: () => integrationWords('boardId'),
  },
  aiConfig: {
    enabled,
    provider: choice(() => integrationWords('provider'), aiProviders, modelProviderName),
    baseUrl: () => integrationWords('baseUrl'),
    apiKey: () => integrationWords('apiKey'),
    model: () => integrationWords('model'),
    maxTokens: () => integrationWords('maxTokens'),
    systemPrompt: () => integrationWords('systemPrompt'),
    autoHandoff: () => integrationWords('autoHandoff'),
    onlyFromSources: () => integrationWords('onlyFromSources'),
    personTopics: () => answerWords('personTopics'),
    maxTurns: () => answerWords('maxTurns'),
    asksIfAnswered: () => answerWords('asksIfAnswered'),
    websites: () => websiteWords('title'),
    inputPrice: () => answerWords('inputPrice'),
    outputPrice: () => answerWords('outputPrice'),
    repliesPerMinute: () => answerWords('repliesPerMinute'),
    repliesPerDay: () => answerWords('repliesPerDay'),
    tokensPerDay: () => answerWords('tokensPerDay'),
    tokensPerVisitorAndDay: () => answerWords('tokensPerVisitorAndDay'),
  },
  businessHours: {
    enabled: () => settingsWords('enableHours'),
    timezone: () => settingsWords('timezone'),
    ...(Object.fromEntries(weekdays.map((day) => [day, () => weekdayName(day)])) as Record<
      (typeof weekdays)[number],
      () => string
    >),
  },
  securityConfig: {
    sessionTimeout: choice(() => settingsWords('timeout'), sessionTimeouts, lifetimeName),
    sessionLifetime: choice(() => accessWords('lifetime'), sessionLifetimes, lifetimeName),
    secondFactor: choice(
      () => settingsWords('twoFactor'),
      secondFactorPolicies,
      (value) => (value === 'nobody' ? rehearsalWords('off') : accessWords(policies[value])),
    ),
    secondFactorGraceDays: quantity(
      () => accessWords('grace'),
      (count) => (count === 0 ? accessWords('atOnce') : settingsWords('days', { count })),
    ),
    secondFactorSince: null,
  },
  signInConfig: { onlyProviders: () => ssoWords('only') },
  availabilityConfig: {
    inputMinutes: quantity(
      () => settingsWords('inputMinutes'),
      (minutes) => inUnit(minutes, 'minute'),
    ),
  },
  conversationConfig: { newAfter: choice(() => starting('newAfter'), newConversationTimes, newAfterName) },
  ratingConfig: {
    enabled: () => ratingWords('enabled'),
    filter: () => ratingWords('which'),
    samplePercent: () => ratingWords('sample'),
    pauseDays: () => ratingWords('pause'),
    delayMinutes: () => ratingWords('delay'),
    questions: () => ratingWords('question'),
  },
  dataConfig: {
    retention: choice(() => settingsWords('retention'), retentions, retentionName),
    visitorsErase: () => settingsWords('visitorsErase'),
  },
  representativesMay: {
    retention: () => rolesWords('settings.retention'),
    websites: () => rolesWords('websites.manage'),
    export: () => rolesWords('conversations.export'),
    sharedReplies: () => rolesWords('replies.share'),
  },
  auditConfig: { retention: choice(() => auditWords('kept'), auditRetentions, retentionName) },
  networkConfig: { allowed: () => networkWords('allowed') },
  pushConfig: {
    content: choice(
      () => pushWords('workspace'),
      pushContents,
      (content) => pushWords(content),
    ),
  },
  mailOauthConfig: {
    googleClientId: () => mailboxAccess('googleClientId'),
    googleClientSecret: () => mailboxAccess('googleClientSecret'),
    microsoftClientId: () => mailboxAccess('microsoftClientId'),
    microsoftClientSecret: () => mailboxAccess('microsoftClientSecret'),
    microsoftTenant: () => mailboxAccess('tenant'),
    otherName: () => mailboxAccess('otherName'),
    otherIssuer: () => mailboxAccess('issuer'),
    otherAuthorizationUrl: () => mailboxAccess('authorizationUrl'),
    otherTokenUrl: () => mailboxAccess('tokenUrl'),
    otherDeviceUrl: () => mailboxAccess('deviceUrl'),
    otherRevocationUrl: () => mailboxAccess('revocationUrl'),
    otherScopes: () => mailboxAccess('scopes'),
    otherClientId: () => mailboxAccess('otherClientId'),
    otherClientSecret: () => mailboxAccess('otherClientSecret'),
  },
  slackThreadsConfig: {
    enabled,
    botToken: () => threadWords('botToken'),
    signingSecret: () => threadWords('signingSecret'),
    channels: () => threadWords('channels'),
  },
  copilotConfig: {
    summaries: () => copilotWords('summaries'),
    rewriting: () => copilotWords('rewritingSwitch'),
    tags: () => copilotWords('tags'),
    answers: () => copilotWords('answers'),
    translation: () => copilotWords('translation'),
    transcriptionModel: () => copilotWords('voiceModel'),
    glossary: () => copilotWords('glossary'),
    exceptWebsiteIds: () => auditWords('exceptWebsites'),
  },
} satisfies { [Section in SettingsSection]: { [Name in keyof Settings[Section]]: Field | null } };

const fileLimits = {
  when: choice(
    () => websiteFileWords('when'),
    visitorFilesWhen,
    (value) => websiteFileWords(value === 'after_answer' ? 'afterAnswer' : value),
  ),
  kinds: choice(
    () => websiteFileWords('title'),
    fileKinds,
    (value) => websiteFileWords(value),
  ),
  activeContent: choice(
    () => websiteFileWords('active'),
    activeContentRules,
    (value) => websiteFileWords(value === 'mark' ? 'activeMark' : 'activeRefuse'),
  ),
};
const inMegabytes = (bytes: number): string => sizeWords((bytes / 1024 ** 2) * 1_000_000);

const helpNames = { off: 'helpOff', chat: 'chatFirst', first: 'helpFirst', only: 'helpOnly' } as const;

type Kind<Way extends 'receiving' | 'sending'> = Mailbox[Way]['kind'];

const rangesInWords = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0
    ? listed((value as TimeRange[]).map(({ start, end }) => `${start}–${end}`))
    : undefined;

const exceptionsInWords = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0
    ? listed(
        (value as ScheduleException[]).map(({ name, from, until }) => {
          const days = [...new Set([from, until])].map(calendarDate).join(' – ');
          return name === '' ? days : `${name} (${days})`;
        }),
      )
    : undefined;

/** Fields of what lists of the settings have, by the kind of the item; a nested one by its path. */
export const itemFields = {
  tag: {
    name: () => vocabulary('name'),
    colour: choice(
      () => vocabulary('colour'),
      tagColours,
      (value) => vocabulary(value),
    ),
  },
  attribute: {
    name: () => vocabulary('name'),
    key: () => vocabulary('key'),
    subject: choice(
      () => vocabulary('of'),
      attributeSubjects,
      (value) => vocabulary(value),
    ),
    type: choice(
      () => vocabulary('type'),
      attributeTypes,
      (value) => vocabulary(value),
    ),
    choices: () => vocabulary('choices'),
  },
  role: {
    scope: choice(() => rolesWords('scope'), scopes, scopeName),
    permissions: {
      label: () => settingsNav('permissions'),
      format: (value: unknown) =>
        typeof value === 'string' && isPermission(value) ? permissionWords(value) : undefined,
    },
  },
  user: {
    role: choice(
      () => teamWords('role'),
      ['admin', 'representative'],
      (value) => teamWords(value),
    ),
    roleId: () => teamWords('role'),
    capacity: () => teamWords('capacity'),
    languages: { label: () => teamWords('languages'), format: (value: unknown) => languageName(String(value)) },
    skills: () => teamWords('skills'),
    method: choice(() => toolWords('method'), signInMethods, signInMethodName),
  },
  team: {
    memberIds: () => rolesWords('members'),
    leadIds: () => routingWords('leads'),
    'routing.mode': choice(
      () => routingWords('mode'),
      routingModes,
      (mode) => routingWords(({ manual: 'manual', round_robin: 'roundRobin', balanced: 'balanced' } as const)[mode]),
    ),
    'routing.keepsOwner': () => routingWords('keepsOwner'),
    'routing.matchesLanguages': () => routingWords('matchesLanguages'),
    'routing.matchesSkills': () => routingWords('matchesSkills'),
    'routing.alsoOffline': () => routingWords('alsoOffline'),
    'routing.first': () => routingWords('first'),
    'routing.returnAfterMinutes': () => routingWords('returnAfter'),
    'routing.alertAtWaiting': () => routingWords('alertAt'),
    websiteIds: () => rolesWords('websites'),
    scheduleId: () => scheduleWords('schedule'),
  },
  website: {
    name: () => websiteWords('name'),
    domain: () => websiteWords('domain'),
    allowedPages: () => websiteWords('allowedPages'),
    whitelistMode: () => websiteWords('whitelist'),
    teamId: () => routingWords('newTeam'),
    scheduleId: () => scheduleWords('schedule'),
    promisesReplies: () => websiteWords('promisesReplies'),
    mailAfterMinutes: () => websiteWords('mailAfter'),
    pushWorker: () => websiteWords('pushWorker'),
    liveVisitors: choice(
      () => websiteWords('liveVisitors'),
      liveVisitorModes,
      (value) => websiteWords(liveModes[value]),
    ),
    look: () => websiteWords('ownLook'),
    proactive: () => proactiveWords('remembering'),
    'proactive.remembers': () => proactiveWords('remembering'),
    'proactive.holdOutPercent': () => proactiveWords('holdOut'),
    forms: () => formWords('title'),
    'forms.before': () => formWords('before'),
    'forms.away': () => formWords('away'),
    'forms.handOff': () => formWords('handOff'),
    ...(Object.fromEntries(
      Object.entries(settingFields.widgetConfig).map(([name, field]) => [`look.${name}`, field]),
    ) as Record<`look.${string}`, Field>),
    files: () => websiteFileWords('title'),
    'files.when': fileLimits.when,
    'files.kinds': fileLimits.kinds,
    'files.maxBytes': quantity(() => websiteFileWords('largest'), inMegabytes),
    'files.perDay.files': () => websiteFileWords('filesPerDay'),
    'files.perDay.bytes': quantity(() => websiteFileWords('bytesPerDay'), inMegabytes),
    'files.activeContent': fileLimits.activeContent,
    'files.filesToAssistant': () => websiteFileWords('toAssistant'),
    help: () => knowledgeWords('helpCentre'),
    'help.host': () => knowledgeWords('host'),
    'help.inWidget': choice(
      () => knowledgeWords('inWidget'),
      helpInWidget,
      (value) => knowledgeWords(helpNames[value]),
    ),
  },
  schedule: {
    name: () => scheduleWords('name'),
    timezone: () => settingsWords('timezone'),
    ...Object.fromEntries(
      weekdays.map((day) => [`week.${day}`, { label: () => weekdayName(day), format: rangesInWords }]),
    ),
    exceptions: { label: () => scheduleWords('exceptions'), format: exceptionsInWords },
    holidays: quantity(
      () => scheduleWords('holidays'),
      (count) => scheduleWords('holidayCount', { count }),
    ),
    calendar: () => scheduleWords('calendarUrl'),
  },
  mailbox: {
    name: () => mailboxWords('name'),
    address: () => mailboxWords('address'),
    aliases: () => mailboxWords('aliases'),
    websiteId: () => mailboxWords('website'),
    teamId: () => mailboxWords('team'),
    senderName: () => mailboxWords('senderName'),
    ...behaviour,
    opensConversations: () => mailboxWords('opens'),
    receiving: () => mailboxWords('receiving'),
    'receiving.kind': choice<Kind<'receiving'>>(
      () => mailboxWords('receiving'),
      ['imap', 'imap_oauth', 'forward', 'webhook'],
      (value) => mailboxWords(value),
    ),
    sending: () => mailboxWords('sending'),
    'sending.kind': choice<Kind<'sending'>>(
      () => mailboxWords('sending'),
      ['installation', 'smtp', 'smtp_oauth'],
      (value) => mailboxWords(value),
    ),
    host: () => mailboxWords('host'),
    port: () => mailboxWords('port'),
    user: () => mailboxWords('user'),
    password: () => mailboxWords('password'),
    secret: () => mailboxWords('webhookSecret'),
    folder: () => mailboxWords('folder'),
    marksSeen: () => mailboxAccess('marksSeen'),
    secure: () => mailboxWords('secure'),
    allowPlaintext: () => mailboxWords('plaintext'),
    provider: choice(
      () => mailboxWords('provider'),
      [...mailProviders, ...mailWebhookProviders],
      (value) => (value === 'other' ? mailboxWords('otherProvider') : mailServices[value]),
    ),
  },
  api_channel: {
    name: () => apiChannelWords('name'),
    url: () => apiChannelWords('address'),
    host: () => apiChannelWords('address'),
    websiteId: () => apiChannelWords('website'),
    teamId: () => apiChannelWords('team'),
    longestMessage: () => apiChannelWords('longest'),
    textFormat: choice(
      () => apiChannelWords('format'),
      textFormats,
      (value) => apiChannelWords(value),
    ),
    takesEdits: () => apiChannelWords('edits'),
    sendsReceipts: () => apiChannelWords('receipts'),
  },
  knowledge_source: {
    audience: choice(
      () => sourceWords('audience'),
      audiences,
      (value) => sourceWords(value),
    ),
    websiteIds: () => sourceWords('websites'),
  },
  tool: {
    effect: choice(
      () => toolWords('effect'),
      toolEffects,
      (value) => toolWords(value),
    ),
    needsIdentity: () => toolWords('identity'),
    isCard: () => toolWords('card'),
    headers: () => toolWords('headers'),
  },
  tool_server: { headers: () => toolWords('headers') },
  identity_provider: {
    clientId: () => ssoWords('clientId'),
    clientSecret: () => ssoWords('clientSecret'),
    issuer: () => ssoWords('issuer'),
    scopes: () => ssoWords('scopes'),
    domains: () => ssoWords('domains'),
  },
} satisfies Record<string, Record<string, Field>>;

/** Fields that many kinds of items have. */
export const commonFields: Record<string, Field> = {
  name: () => vocabulary('name'),
  isActive: enabled,
  email: () => common('email'),
  apiKey: () => integrationWords('apiKey'),
};
