/** Names of what an audited action can change, as its screen has them. */
import { type Scope, scopes } from '@parley/contracts/permissions/rights';
import { type Settings, type SettingsSection, weekdays } from '@parley/contracts/settings/settings';
import { accessWords } from '../../i18n/en/access.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { auditWords } from '../../i18n/en/audit.ts';
import { common } from '../../i18n/en/common.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { networkWords } from '../../i18n/en/network.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { starting } from '../../i18n/en/starting.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { toolWords } from '../../i18n/en/tools.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { websiteFileWords } from '../../i18n/en/websitefiles.ts';
import { websiteWords } from '../../i18n/en/websites.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { retentionName } from '../../forms/retention-choice.tsx';
import { lifetimeName } from '../../forms/lifetime-name.ts';
import { scopeName } from '../../domain/users/role-names.ts';
import { weekdayName } from '../../forms/weekday-name.ts';

const sectionNames: { [Section in SettingsSection]: () => string } = {
  widgetConfig: () => widgetWords('title'),
  emailConfig: () => common('email'),
  telegramConfig: () => 'Telegram',
  slackConfig: () => 'Slack',
  tigonConfig: () => integrationWords('boards'),
  trelloConfig: () => 'Trello',
  aiConfig: () => common('aiAssistant'),
  businessHours: () => settingsWords('hours'),
  securityConfig: () => settingsWords('security'),
  signInConfig: () => ssoWords('title'),
  conversationConfig: () => starting('closing'),
  dataConfig: () => settingsWords('data'),
  representativesMay: () => rolesWords('roles'),
  auditConfig: () => settingsWords('auditLog'),
  networkConfig: () => networkWords('title'),
  copilotConfig: () => copilotWords('copilot'),
  mailOauthConfig: () => mailboxAccess('clients'),
};

const enabled = () => integrationWords('enabled');
const chatWebhook = {
  enabled,
  webhookUrl: () => integrationWords('webhookUrl'),
  webhookHost: () => integrationWords('webhookUrl'),
  channel: () => integrationWords('channel'),
};

/** Every setting; null for what the server keeps for itself. */
const settingNames: { [Section in SettingsSection]: { [Field in keyof Settings[Section]]: (() => string) | null } } = {
  widgetConfig: {
    avatarUrl: () => widgetWords('avatar'),
    position: () => widgetWords('position'),
    primaryColor: () => widgetWords('colour'),
    welcomeMessage: () => widgetWords('welcome'),
    welcomeMessages: () => widgetWords('welcome'),
    showOnMobile: () => widgetWords('onMobile'),
    showOnDesktop: () => widgetWords('onDesktop'),
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
    signature: () => mailboxWords('signature'),
    scheduleId: () => scheduleWords('schedule'),
    autoReply: () => mailboxWords('autoReply'),
    autoReplyText: () => mailboxWords('autoReplyText'),
    autoReplyClosedText: () => mailboxWords('closedText'),
    assistant: () => mailboxWords('assistant'),
    assistantDelaySeconds: () => mailboxWords('delaySeconds'),
    authservId: () => mailboxWords('authserv'),
  },
  telegramConfig: {
    enabled,
    botToken: () => integrationWords('botToken'),
    websiteId: () => integrationWords('websiteId'),
    teamChatId: () => integrationWords('teamChat'),
  },
  slackConfig: chatWebhook,
  tigonConfig: chatWebhook,
  trelloConfig: {
    enabled,
    apiKey: () => integrationWords('apiKey'),
    token: () => integrationWords('token'),
    boardId: () => integrationWords('boardId'),
  },
  aiConfig: {
    enabled,
    provider: () => integrationWords('provider'),
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
    sessionTimeout: () => settingsWords('timeout'),
    sessionLifetime: () => accessWords('lifetime'),
    secondFactor: () => settingsWords('twoFactor'),
    secondFactorGraceDays: () => accessWords('grace'),
    secondFactorSince: null,
  },
  signInConfig: { onlyProviders: () => ssoWords('only') },
  conversationConfig: { newAfter: () => starting('newAfter') },
  dataConfig: { retention: () => settingsWords('retention') },
  representativesMay: {
    retention: () => rolesWords('settings.retention'),
    websites: () => rolesWords('websites.manage'),
    export: () => rolesWords('conversations.export'),
    sharedReplies: () => rolesWords('replies.share'),
  },
  auditConfig: { retention: () => auditWords('kept') },
  networkConfig: { allowed: () => networkWords('allowed') },
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
  copilotConfig: {
    summaries: () => copilotWords('summaries'),
    rewriting: () => copilotWords('rewritingSwitch'),
    tags: () => copilotWords('tags'),
    answers: () => copilotWords('answers'),
    translation: () => copilotWords('translation'),
    glossary: () => copilotWords('glossary'),
    exceptWebsiteIds: () => auditWords('exceptWebsites'),
  },
};

/** Fields of other subjects; nested ones by their last name. */
const otherNames: Record<string, () => string> = {
  name: () => vocabulary('name'),
  isActive: () => integrationWords('enabled'),
  role: () => teamWords('role'),
  roleId: () => teamWords('role'),
  permissions: () => settingsNav('permissions'),
  scope: () => rolesWords('scope'),
  memberIds: () => rolesWords('members'),
  websiteIds: () => rolesWords('websites'),
  email: () => common('email'),
  colour: () => vocabulary('colour'),
  choices: () => vocabulary('choices'),
  allowedPages: () => websiteWords('allowedPages'),
  whitelistMode: () => websiteWords('whitelist'),
  when: () => websiteFileWords('when'),
  kinds: () => websiteFileWords('title'),
  maxBytes: () => websiteFileWords('largest'),
  files: () => websiteFileWords('filesPerDay'),
  bytes: () => websiteFileWords('bytesPerDay'),
  activeContent: () => websiteFileWords('active'),
  filesToAssistant: () => websiteFileWords('toAssistant'),
  inWidget: () => knowledgeWords('inWidget'),
  effect: () => toolWords('effect'),
  needsIdentity: () => toolWords('identity'),
  isCard: () => toolWords('card'),
  headers: () => toolWords('headers'),
  clientId: () => ssoWords('clientId'),
  clientSecret: () => ssoWords('clientSecret'),
  issuer: () => ssoWords('issuer'),
  scopes: () => ssoWords('scopes'),
  domains: () => ssoWords('domains'),
};

const isSection = (name: string): name is SettingsSection => Object.hasOwn(settingNames, name);
const ownOf = <T>(names: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** Returns the name of a section of the settings; undefined for a subject that is none. */
export function sectionName(subject: string | null): string | undefined {
  const [kind, id = ''] = subject?.split(' ') ?? [];
  return kind === 'settings' && isSection(id) ? sectionNames[id]() : undefined;
}

/** Names of users and websites by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Returns the name of a changed field, or its name in the API; null for one that the server keeps for itself. */
export function fieldName(subject: string | null, path: readonly string[], names: Names): string | null {
  const [kind, id = ''] = subject?.split(' ') ?? [];
  const [first = '', ...inner] = path;
  if (kind !== 'settings' || !isSection(id)) {
    const last = path.at(-1) ?? '';
    return ownOf(otherNames, last)?.() ?? last;
  }
  const named = ownOf<(() => string) | null>(settingNames[id], first);
  if (named === null) return null;
  return [named?.() ?? first, ...inner.map((part) => partName(id, part) ?? names.get(part) ?? part)].join(' · ');
}

const parts: Record<string, () => string> = {
  start: () => auditWords('from'),
  end: () => auditWords('to'),
};
/** Returns the name of a part of a setting: one like a setting's of the same section, or of opening hours. */
function partName(section: SettingsSection, part: string): string | undefined {
  const named = ownOf<(() => string) | null>(settingNames[section], part) ?? ownOf(parts, part);
  return named?.();
}

const role: Record<string, () => string> = {
  admin: () => teamWords('admin'),
  representative: () => teamWords('representative'),
};
const secondFactor: Record<string, () => string> = {
  nobody: () => rehearsalWords('off'),
  admins: () => accessWords('forAdmins'),
  all: () => accessWords('forAll'),
};
const position: Record<string, () => string> = {
  'bottom-right': () => widgetWords('bottomRight'),
  'bottom-left': () => widgetWords('bottomLeft'),
  'top-right': () => widgetWords('topRight'),
};
const oneOf =
  (choices: Record<string, () => string>) =>
  (value: string): string | undefined =>
    ownOf(choices, value)?.();

/** Names of the values of a field, by its last name. */
const valueNames: Record<string, (value: string) => string | undefined> = {
  retention: retentionName,
  sessionTimeout: lifetimeName,
  sessionLifetime: lifetimeName,
  scope: (value) => (isScope(value) ? scopeName(value) : undefined),
  secondFactor: oneOf(secondFactor),
  position: oneOf(position),
  role: oneOf(role),
};
const isScope = (value: string): value is Scope => scopes.some((scope) => scope === value);

/** Returns the name of a field's value, where the values have names. */
export const valueName = (path: readonly string[], value: unknown): string | undefined =>
  typeof value === 'string' ? ownOf(valueNames, path.at(-1) ?? '')?.(value) : undefined;
