/**
 * Everything that can be set, once: the column of the settings, their tabs, redirects, the command bar and the search
 * are read from this list.
 */
import { integrations } from '@parley/contracts/channels/integrations';
import type { Permission } from '@parley/contracts/permissions/permissions';
import { accessWords } from '../../i18n/en/access.ts';
import { apiKeyWords } from '../../i18n/en/apikeys.ts';
import { auditWords } from '../../i18n/en/audit.ts';
import { common } from '../../i18n/en/common.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { apiChannelWords } from '../../i18n/en/apichannels.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { layout } from '../../i18n/en/layout.ts';
import { networkWords } from '../../i18n/en/network.ts';
import { notificationSettings } from '../../i18n/en/notificationsettings.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { profile } from '../../i18n/en/profile.ts';
import { replies } from '../../i18n/en/replies.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { sourceWords } from '../../i18n/en/sources.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { slaWords } from '../../i18n/en/sla.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { starting } from '../../i18n/en/starting.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { toolWords } from '../../i18n/en/tools.ts';
import { views } from '../../i18n/en/views.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { webhookWords } from '../../i18n/en/webhooks.ts';
import { websiteFileWords } from '../../i18n/en/websitefiles.ts';
import { websiteWords } from '../../i18n/en/websites.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { settingParameter } from './paths.ts';

export const settingsGroups = [
  'account',
  'workspace',
  'inbox',
  'websites',
  'channels',
  'assistant',
  'developers',
] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

/** Tabs of /settings. Other entries are on screens of their own. */
export const settingsTabs = [
  'profile',
  'language',
  'notifications',
  'sending',
  'sign-in',
  'my-keys',
  'general',
  'hours',
  'schedules',
  'security',
  'sso',
  'audit',
  'data',
  'tags',
  'attributes',
  'replies',
  'views',
  'sla',
  'ratings',
  'scorecards',
  'forms',
  'rules',
  'proactive',
  'api-keys',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** A setting on the screen of an entry, found by its label. */
export interface Setting {
  id: string;
  label: string;
  needs?: Permission | undefined;
  /** A button that opens a form, which is pressed when the setting is looked for. */
  opens?: true;
  /** Part of each website's own settings. */
  ofWebsite?: true;
}

export interface SettingsEntry {
  id: string;
  group: SettingsGroup;
  label: string;
  /** Address of the screen. */
  to: string;
  /** Hidden from users without it. */
  needs?: Permission;
  /** Other words for it, by which the search finds it. */
  words: string;
  settings: readonly Setting[];
  /** Names of its forms, under which unsaved edits are kept. */
  forms?: readonly string[];
}

const tab = (id: SettingsTab) => ({ id, to: `/settings?tab=${id}` });

/** Returns the address at which a setting is shown and focused. */
export function addressOf({ to }: Pick<SettingsEntry, 'to'>, { id }: Pick<Setting, 'id'>): string {
  const [path, query] = to.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(settingParameter, id);
  return `${path}?${parameters.toString()}`;
}

const account = (): SettingsEntry[] => [
  {
    ...tab('profile'),
    forms: ['profile'],
    group: 'account',
    label: settingsWords('profile'),
    words: settingsNav('findProfile'),
    settings: [
      { id: 'picture', label: profile('uploadPicture') },
      { id: 'full-name', label: profile('fullName') },
      { id: 'email', label: common('email') },
      { id: 'my-time-zone', label: profile('timeZone') },
      { id: 'my-date-format', label: profile('dateFormat') },
      { id: 'my-hour-format', label: profile('hourFormat') },
    ],
  },
  {
    ...tab('language'),
    group: 'account',
    label: settingsNav('language'),
    words: settingsNav('findLanguage'),
    settings: [
      { id: 'my-language', label: profile('language') },
      { id: 'colours', label: layout('colours') },
    ],
  },
  {
    ...tab('notifications'),
    group: 'account',
    label: settingsWords('notifications'),
    words: settingsNav('findNotifications'),
    settings: [
      { id: 'desktop-notifications', label: settingsWords('desktop') },
      { id: 'sound', label: settingsWords('sound') },
      { id: 'notification-ways', label: notificationSettings('ways') },
      { id: 'quiet-hours', label: notificationSettings('quiet') },
    ],
  },
  {
    ...tab('sending'),
    group: 'account',
    label: settingsNav('sending'),
    words: settingsNav('findSending'),
    settings: [
      { id: 'single-keys', label: profile('singleKeys') },
      { id: 'undo-send', label: scheduledWords('delay') },
      { id: 'open-next', label: views('openNext') },
      { id: 'copilot-on-open', label: copilotWords('onOpen') },
      { id: 'read-translated', label: copilotWords('readTranslated') },
    ],
  },
  {
    ...tab('sign-in'),
    group: 'account',
    label: settingsNav('signIn'),
    words: settingsNav('findSignIn'),
    settings: [
      { id: 'password', label: profile('password') },
      { id: 'second-factor', label: accessWords('secondFactor') },
      { id: 'passkeys', label: accessWords('passkeys') },
      { id: 'sessions', label: accessWords('sessions') },
    ],
  },
  {
    ...tab('my-keys'),
    group: 'account',
    label: settingsNav('myKeys'),
    words: settingsNav('findMyKeys'),
    settings: [{ id: 'add-own-key', label: apiKeyWords('add'), opens: true }],
  },
];

const workspace = (): SettingsEntry[] => [
  {
    ...tab('general'),
    group: 'workspace',
    label: settingsNav('general'),
    words: settingsNav('findGeneral'),
    settings: [
      { id: 'address', label: settingsNav('address') },
      { id: 'closed-conversations', label: starting('newAfter') },
      { id: 'set-up', label: settingsNav('setUp') },
    ],
  },
  {
    ...tab('hours'),
    forms: ['hours'],
    group: 'workspace',
    label: settingsWords('hours'),
    words: settingsNav('findHours'),
    settings: [
      { id: 'enable-hours', label: settingsWords('enableHours') },
      { id: 'time-zone', label: settingsWords('timezone') },
    ],
  },
  {
    ...tab('schedules'),
    group: 'workspace',
    label: scheduleWords('schedules'),
    words: settingsNav('findSchedules'),
    settings: [{ id: 'add-schedule', label: scheduleWords('addSchedule'), needs: 'settings.change', opens: true }],
  },
  {
    id: 'people',
    to: '/representatives',
    group: 'workspace',
    label: rolesWords('people'),
    words: settingsNav('findPeople'),
    settings: [{ id: 'invite', label: teamWords('invite'), needs: 'access.manage', opens: true }],
  },
  {
    id: 'roles',
    to: '/representatives?tab=roles',
    group: 'workspace',
    label: rolesWords('roles'),
    needs: 'access.manage',
    words: settingsNav('findRoles'),
    settings: [
      { id: 'representatives-may', label: rolesWords('changePermissions'), opens: true },
      { id: 'add-role', label: rolesWords('addRole'), opens: true },
    ],
  },
  {
    id: 'teams',
    to: '/representatives?tab=teams',
    group: 'workspace',
    label: rolesWords('teams'),
    needs: 'teams.manage',
    words: settingsNav('findTeams'),
    settings: [{ id: 'add-team', label: rolesWords('addTeam'), opens: true }],
  },
  {
    ...tab('security'),
    forms: ['sessions', 'second-factor', 'networks'],
    group: 'workspace',
    label: settingsWords('security'),
    words: settingsNav('findSecurity'),
    settings: [
      { id: 'session-timeout', label: settingsWords('timeout') },
      { id: 'session-lifetime', label: accessWords('lifetime') },
      { id: 'two-factor', label: settingsWords('twoFactor') },
      { id: 'rate-limiting', label: settingsWords('rateLimiting') },
      { id: 'networks', label: networkWords('allowed'), needs: 'security.manage' },
    ],
  },
  {
    ...tab('sso'),
    group: 'workspace',
    label: ssoWords('title'),
    needs: 'security.manage',
    words: settingsNav('findSso'),
    settings: [
      { id: 'add-provider', label: ssoWords('add'), opens: true },
      { id: 'sso-only', label: ssoWords('only') },
    ],
  },
  {
    ...tab('audit'),
    group: 'workspace',
    label: settingsWords('auditLog'),
    needs: 'security.manage',
    words: settingsNav('findAudit'),
    settings: [
      { id: 'audit-export', label: auditWords('export') },
      { id: 'audit-retention', label: auditWords('kept') },
    ],
  },
  {
    ...tab('data'),
    group: 'workspace',
    label: settingsWords('data'),
    words: settingsNav('findData'),
    settings: [
      { id: 'export', label: settingsWords('export') },
      { id: 'sync', label: settingsWords('sync') },
      { id: 'retention', label: settingsWords('retention') },
      { id: 'visitors-erase', label: settingsWords('visitorsErase') },
      { id: 'import', label: settingsWords('importData') },
      { id: 'delete-all', label: settingsWords('deleteAll') },
      { id: 'privacy', label: settingsWords('privacy'), needs: 'privacy.manage' },
    ],
  },
];

const inbox = (): SettingsEntry[] => [
  {
    ...tab('tags'),
    group: 'inbox',
    label: vocabulary('tags'),
    words: settingsNav('findTags'),
    settings: [{ id: 'add-tag', label: vocabulary('addTag'), needs: 'tags.add', opens: true }],
  },
  {
    ...tab('attributes'),
    group: 'inbox',
    label: vocabulary('attributes'),
    words: settingsNav('findAttributes'),
    settings: [{ id: 'add-attribute', label: vocabulary('addAttribute'), needs: 'attributes.manage', opens: true }],
  },
  {
    ...tab('replies'),
    group: 'inbox',
    label: settingsWords('replies'),
    words: settingsNav('findReplies'),
    settings: [
      { id: 'add-reply', label: replies('add'), opens: true },
      { id: 'import-replies', label: replies('importAll'), opens: true },
    ],
  },
  {
    ...tab('views'),
    group: 'inbox',
    label: views('views'),
    words: settingsNav('findViews'),
    settings: [],
  },
  {
    ...tab('sla'),
    group: 'inbox',
    label: slaWords('title'),
    words: settingsNav('findSla'),
    settings: [{ id: 'add-sla', label: slaWords('add'), needs: 'settings.change', opens: true }],
  },
  {
    ...tab('ratings'),
    group: 'inbox',
    label: ratingWords('title'),
    needs: 'settings.read',
    words: settingsNav('findRatings'),
    settings: [{ id: 'ratings', label: ratingWords('enabled') }],
    forms: ['ratings'],
  },
  {
    ...tab('scorecards'),
    group: 'inbox',
    label: reviewWords('scorecards'),
    needs: 'reviews.write',
    words: settingsNav('findScorecards'),
    settings: [{ id: 'add-scorecard', label: reviewWords('add'), needs: 'reviews.manage', opens: true }],
  },
  {
    ...tab('forms'),
    group: 'inbox',
    label: formWords('title'),
    words: formWords('find'),
    settings: [{ id: 'add-form', label: formWords('add'), needs: 'settings.change', opens: true }],
  },
  {
    ...tab('rules'),
    group: 'inbox',
    label: ruleWords('rules'),
    needs: 'rules.manage',
    words: settingsNav('findRules'),
    settings: [{ id: 'add-rule', label: ruleWords('addRule'), opens: true }],
  },
];

/** Parts of /widget, each at the setting it begins with. */
const widgetPart = (id: string, first: Setting, ...others: Setting[]) => ({
  id,
  group: 'websites' as const,
  to: `/widget?${settingParameter}=${first.id}`,
  needs: 'settings.read' as const,
  settings: [first, ...others],
});

const websites = (): SettingsEntry[] => [
  {
    ...tab('proactive'),
    group: 'websites',
    label: proactiveWords('title'),
    needs: 'websites.manage',
    words: settingsNav('findProactive'),
    settings: [
      { id: 'add-proactive', label: proactiveWords('add'), opens: true },
      { id: 'add-banner', label: proactiveWords('addBanner'), opens: true },
    ],
  },
  {
    ...widgetPart(
      'appearance',
      { id: 'appearance', label: widgetWords('appearance') },
      { id: 'avatar', label: widgetWords('uploadAvatar') },
      { id: 'position', label: widgetWords('position') },
      { id: 'colour', label: widgetWords('colour') },
      { id: 'on-mobile', label: widgetWords('onMobile') },
      { id: 'on-desktop', label: widgetWords('onDesktop') },
    ),
    label: widgetWords('appearance'),
    forms: ['widget'],
    words: settingsNav('findAppearance'),
  },
  {
    ...widgetPart(
      'install',
      { id: 'embed-code', label: widgetWords('embedCode') },
      { id: 'test-message', label: widgetWords('testMessage'), needs: 'websites.manage', ofWebsite: true },
    ),
    label: settingsNav('install'),
    words: settingsNav('findInstall'),
  },
  {
    ...widgetPart(
      'websites',
      { id: 'add-website', label: websiteWords('domain'), needs: 'websites.manage' },
      { id: 'website-name', label: websiteWords('name'), ofWebsite: true },
      { id: 'allowed-pages', label: websiteWords('allowedPages'), ofWebsite: true },
      { id: 'help-centre', label: knowledgeWords('helpCentre'), ofWebsite: true },
    ),
    label: websiteWords('title'),
    words: settingsNav('findWebsites'),
  },
  {
    ...widgetPart(
      'languages',
      { id: 'welcome-language', label: widgetWords('welcomeLanguage') },
      { id: 'welcome', label: widgetWords('welcome') },
    ),
    label: settingsNav('languages'),
    words: settingsNav('findLanguages'),
  },
  {
    ...widgetPart('files', { id: 'visitor-files', label: websiteFileWords('title'), ofWebsite: true }),
    label: settingsNav('files'),
    words: settingsNav('findFiles'),
  },
  {
    ...widgetPart('identity', { id: 'identity', label: websiteWords('secret'), ofWebsite: true }),
    needs: 'websites.secrets',
    label: settingsNav('identity'),
    words: settingsNav('findIdentity'),
  },
];

const channelWords = {
  email: () => settingsNav('findEmail'),
  telegram: () => settingsNav('findTelegram'),
  whatsapp: () => settingsNav('findWhatsapp'),
  messenger: () => settingsNav('findMessenger'),
  instagram: () => settingsNav('findInstagram'),
  sms: () => settingsNav('findSms'),
  slack: () => settingsNav('findSlack'),
  msteams: () => settingsNav('findMsteams'),
  tigon: () => settingsNav('findBoards'),
  trello: () => settingsNav('findTrello'),
} as const;
const channelSettings: Partial<Record<string, () => Setting[]>> = {
  email: () => [
    { id: 'internal-email', label: integrationWords('internalEmail') },
    { id: 'from-email', label: integrationWords('fromEmail') },
    { id: 'recipients', label: integrationWords('recipients') },
    { id: 'subject-prefix', label: integrationWords('subjectPrefix') },
    { id: 'threading', label: integrationWords('threading') },
  ],
  telegram: () => [{ id: 'bot-token', label: integrationWords('botToken') }],
  whatsapp: () => [
    { id: 'phone-number-id', label: integrationWords('phoneNumberId') },
    { id: 'verify-token', label: integrationWords('verifyToken') },
  ],
  messenger: () => [{ id: 'page-id', label: integrationWords('pageId') }],
  instagram: () => [{ id: 'account-id', label: integrationWords('instagramId') }],
  sms: () => [{ id: 'account-sid', label: integrationWords('accountSid') }],
  trello: () => [{ id: 'board', label: integrationWords('boardId') }],
};

const channels = (): SettingsEntry[] =>
  integrations.flatMap(({ id, name }) =>
    id === 'ai'
      ? []
      : [
          {
            id,
            group: 'channels' as const,
            to: `/integrations?tab=${id}`,
            label: id === 'email' ? common('email') : id === 'tigon' ? integrationWords('boards') : name,
            needs: 'settings.read' as const,
            words: channelWords[id](),
            settings: channelSettings[id]?.() ?? [],
            forms: [`integration ${id}`],
          },
        ],
  );

const assistant = (): SettingsEntry[] => [
  {
    id: 'ai',
    group: 'assistant',
    to: '/integrations?tab=ai',
    forms: ['integration ai'],
    label: common('aiAssistant'),
    needs: 'settings.read',
    words: settingsNav('findAi'),
    settings: [
      { id: 'model', label: integrationWords('model') },
      { id: 'system-prompt', label: integrationWords('systemPrompt') },
      { id: 'auto-handoff', label: integrationWords('autoHandoff') },
      { id: 'only-from-sources', label: integrationWords('onlyFromSources') },
    ],
  },
  {
    id: 'sources',
    group: 'assistant',
    to: '/knowledge?tab=sources',
    label: sourceWords('title'),
    needs: 'articles.manage',
    words: settingsNav('findSources'),
    settings: [],
  },
  {
    id: 'actions',
    group: 'assistant',
    to: '/integrations?tab=actions',
    label: toolWords('title'),
    needs: 'tools.manage',
    forms: ['tool hosts'],
    words: settingsNav('findActions'),
    settings: [{ id: 'add-action', label: toolWords('add'), opens: true }],
  },
];

const developers = (): SettingsEntry[] => [
  {
    ...tab('api-keys'),
    group: 'developers',
    label: apiKeyWords('title'),
    needs: 'security.manage',
    words: settingsNav('findApiKeys'),
    settings: [{ id: 'add-service-key', label: apiKeyWords('addService'), opens: true }],
  },
  {
    id: 'webhooks',
    group: 'developers',
    to: `/integrations?${settingParameter}=webhooks`,
    label: webhookWords('title'),
    needs: 'webhooks.manage',
    forms: ['webhook new'],
    words: settingsNav('findWebhooks'),
    settings: [
      { id: 'webhooks', label: webhookWords('title') },
      { id: 'api-channels', label: apiChannelWords('title') },
    ],
  },
  {
    id: 'directory',
    group: 'developers',
    to: `/settings?tab=sso&${settingParameter}=directory`,
    label: ssoWords('directory'),
    needs: 'security.manage',
    words: settingsNav('findDirectory'),
    settings: [
      { id: 'directory', label: ssoWords('directory') },
      { id: 'directory-groups', label: ssoWords('groups') },
    ],
  },
];

/** Returns the entries that a user may open, with the settings that they may see. */
export function settingsEntries(may: (permission: Permission) => boolean): SettingsEntry[] {
  const isFor = ({ needs }: { needs?: Permission | undefined }) => needs === undefined || may(needs);
  return [account, workspace, inbox, websites, channels, assistant, developers]
    .flatMap((entriesOf) => entriesOf())
    .filter(isFor)
    .map((entry) => ({ ...entry, settings: entry.settings.filter(isFor) }));
}

/** Heading of a group. */
export const groupLabel = (group: SettingsGroup): string => settingsNav(group);
