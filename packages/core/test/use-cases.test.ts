import fs from 'node:fs';
import path from 'node:path';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { Problem } from '@parley/contracts/problems';
import { expect, test } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'packages/core/src');

/** Reads the TypeScript files of a folder by their path below it, without the ending. */
const read = (folder: string): Map<string, string> =>
  new Map(
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file.slice(0, -'.ts'.length), fs.readFileSync(path.join(folder, file), 'utf8')]),
  );

interface UseCase {
  module: string;
  name: string;
  /** Types of the parameters as written. */
  parameters: string[];
}

/** Splits at the commas outside brackets, up to the bracket that closes the list. */
function parametersAt(text: string, start: number): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if ('([{<'.includes(sign)) depth += 1;
    const closes = ')]}'.includes(sign) || (sign === '>' && text.charAt(at - 1) !== '=');
    if ((sign === ',' || closes) && depth === 0) {
      parameters.push(text.slice(from, at));
      from = at + 1;
    }
    if (closes && depth === 0) return parameters;
    if (closes) depth -= 1;
  }
  return parameters;
}

/** Returns the type of a parameter: what follows the colon outside brackets. */
function typeOf(parameter: string): string {
  let depth = 0;
  for (let at = 0; at < parameter.length; at += 1) {
    if ('([{<'.includes(parameter.charAt(at))) depth += 1;
    if (')]}>'.includes(parameter.charAt(at))) depth -= 1;
    if (parameter.charAt(at) === ':' && depth === 0) return parameter.slice(at + 1).trim();
  }
  return '';
}

/** All exported functions of core. */
const functions: UseCase[] = [...read(source)].flatMap(([module, text]) =>
  [...text.matchAll(/^export (?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?)(?:<[^(]*>)?\(/gm)].map(
    (found) => ({
      module,
      name: found[1] ?? found[2] ?? '',
      parameters: parametersAt(text, found.index + found[0].length).map(typeOf),
    }),
  ),
);

/** Returns `module name` of what programs import from core. */
const importedBy = (apps: readonly string[]) =>
  new Set(
    apps.flatMap((app) =>
      [...read(path.join(root, 'apps', app, 'src')).values()].flatMap((text) =>
        [...text.matchAll(/import (?:\{([^}]*)\}|\* as (\w+)) from '@parley\/core\/([^']+)'/g)].flatMap(
          ([, names, whole, module]) =>
            names === undefined
              ? [...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name]) => `${module} ${name}`)
              : names.split(',').map((name) => `${module} ${name.trim().split(' as ')[0]}`),
        ),
      ),
    ),
  );

const imported = importedBy(['api', 'realtime', 'worker']);

/** Use cases of the staff: the functions with context and caller first that a program calls. */
const useCases = functions.filter(
  ({ module, name, parameters: [context = '', caller = ''] }) =>
    /Context\b/.test(context) && /^StaffCaller\b/.test(caller) && imported.has(`${module} ${name}`),
);

/** Open to every signed-in user: their own account, and what the whole team sees. */
const forEverybody = new Set([
  'canned-replies/replies listReplies',
  'push/devices addPushDevice',
  'push/devices listPushDevices',
  'push/devices removePushDevice',
  'push/devices testPushDevice',
  'push/devices updatePushDevice',
  'sign-in/factors addPasskey',
  'sign-in/factors beginPasskey',
  'sign-in/factors beginTotp',
  'sign-in/factors confirmTotp',
  'sign-in/factors readSecondFactors',
  'sign-in/factors removePasskey',
  'sign-in/factors removeTotp',
  'sign-in/factors renamePasskey',
  'sign-in/factors renewRecoveryCodes',
  'sign-in/step-up proveAgain',
  'users/api-keys/keys addApiKey',
  'users/api-keys/keys endApiKey',
  'users/api-keys/keys listOwnApiKeys',
  'users/email-change cancelEmailChange',
  'users/email-change readEmailChange',
  'users/email-change resendConfirmation',
  'users/users changePassword',
  'users/users listRepresentatives',
  'views/views listViews',
]);

/** Parts of use cases that an entry point calls too: a check itself, and the entry in the audit log. */
const parts = new Set(['audit/record recordAudit', 'contacts/contacts assertContactInScope']);

/** Functions that programs call with a context and without a caller. Everything else that reads or changes takes one first. */
const withoutCaller = new Set([
  // For everybody who is signed in: what the whole team works with.
  'ai/copilot/offered offeredCopilot',
  'conversations/attributes listAttributes',
  'conversations/tags listTags',
  'forms/forms listForms',
  'help/articles listCategories',
  'help/articles listHelpArticles',
  'help/articles listPublishedArticles',
  'help/articles listVersions',
  'help/articles readHelpArticle',
  'settings/schedules listSchedules',
  'users/absences listAbsences',
  'users/shifts listShifts',
  'sla/active-policies listSlaPolicies',
  'users/roles listRoles',
  'users/teams listTeams',
  'websites/websites listWebsites',
  // For everybody on the internet: help, pictures, links that are signed or mailed, signing in.
  'proactive/shown recordProactive',
  'channels/api-channel/receiving receiveEvents',
  'channels/customers/receive confirmChannel',
  'channels/customers/receive receiveFromChannel',
  'integrations/msteams/receive receiveFromMsteams',
  'integrations/slack/receive receiveFromSlack',
  'files/links openLink',
  'help/library readShelf',
  'help/reading findHelp',
  'help/reading readHelp',
  'help/reading recordArticleRead',
  'help/reading voteByVisitor',
  'help/reading voteFor',
  'help/reading voterAt',
  'help/todos rememberFruitless',
  'images/images readImage',
  // The address contains the key.
  'integrations/rules/called callRule',
  'mail/inbound/receive-call receiveCall',
  'mail/oauth/consent finishConsent',
  'mail/remote-pictures fetchRemotePicture',
  'mail/unsubscribe mailWish',
  'mail/unsubscribe resubscribeByToken',
  'mail/unsubscribe unsubscribeByToken',
  'messages/answer-form answerFormByLink',
  'messages/answer-form readFormPage',
  'notifications/mail notificationSettingsUrl',
  'notifications/mail stopMailsByToken',
  'ratings/rate rateByToken',
  'ratings/rate readRatingPage',
  'stats/report-mails readMailsOfReport',
  'stats/report-mails stopMailsByToken',
  'sign-in/back-channel endByProvider',
  'sign-in/passkeys provePasskey',
  'sign-in/passkeys requestPasskey',
  'sign-in/password-links requestPasswordLink',
  'sign-in/password-links setForgottenPassword',
  'sign-in/providers listSignInProviders',
  'sign-in/sign-in finishSignIn',
  'sign-in/sign-in startSignIn',
  'users/email-change confirmEmailChange',
  'users/login login',
  'users/register isUnclaimed',
  'users/register register',
  'visitors/attributes setByPage',
  'visitors/session startVisitorSession',
  // For directories, by their token.
  'scim/groups listScimGroups',
  'scim/groups readScimGroup',
  'scim/users listScimUsers',
  'scim/users readScimUser',
  // Parts by which a program finds out who calls, and keeps sessions.
  'audit/sign-ins recordSignIn',
  'context publishControl',
  'permissions/api-key-caller apiKeyCaller',
  'permissions/rights rightsOf',
  'permissions/second-factor-due dueOf',
  'scim/tokens directoryOf',
  'sessions endSession',
  'sessions readSession',
  'sessions sessionLifetimeSeconds',
  'sessions writeSession',
  'sign-in/account connectPending',
  'sign-in/password-links endPasskeysAfterReset',
  'sign-in/provider-sessions rememberProviderSession',
  'sign-in/second-step proveSecondFactor',
  'sign-in/second-step secondStepKinds',
  'sign-in/session-user sessionUser',
  'sign-in/sign-in providerName',
  'sign-in/sign-in providerSignOutUrl',
  'users/account-mails canMailAccounts',
  'users/account-mails reportNewDevice',
  'users/networks refuseOtherNetworks',
  'users/only-providers refuseWithoutPasswords',
  'users/session-cache createSessionCache',
  'users/users readUser',
  'visitors/allowed-website allowedWebsite',
  'visitors/setup formBeforeChat',
  'visitors/setup widgetSetup',
  'visitors/tokens areCurrent',
  'websites/first-seen seeWebsite',
  // Parts of an answer or of a call that a use case with a caller goes on with.
  'ai/copilot/ask-worker askCopilot',
  'ai/copilot/offered requireFeatureIn',
  'knowledge/article-address helpBase',
]);

const nobody: StaffCaller = {
  kind: 'staff',
  user: {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'Nobody',
    email: 'nobody@example.com',
  } as StaffCaller['user'],
  sessionId: 'none',
  provenAt: Date.now(),
  rights: {
    roleId: builtInRoleIds.light,
    builtIn: null,
    roleName: 'Nobody',
    permissions: [],
    scope: 'mine',
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  },
};

/** Fails at the first use: a use case refuses before it reads or changes anything. */
const untouched: object = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`It used the context's ${String(name)} first.`);
    },
  },
);
const context = Object.fromEntries(
  ['db', 'reads', 'redis', 'publisher', 'queues', 'outboxCleaner', 'secrets', 'settings', 'log', 'external'].map(
    (name) => [name, untouched],
  ),
);

/** Stands for any argument: it has every property and no element, and is there at once when it is waited for. */
const anything: object = new Proxy(() => anything, {
  get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : anything),
});

/** Calls a use case with a caller who may nothing and returns what comes of it. */
async function outcomeOf({ module, name }: UseCase): Promise<unknown> {
  const exported: Record<string, unknown> = await import(path.join(source, `${module}.ts`));
  const call = exported[name];
  if (typeof call !== 'function') throw new Error(`${module} exports no ${name}.`);
  try {
    const answer: unknown = await call(context, nobody, anything, anything, anything);
    // A generator begins with the first piece.
    const isGenerator = typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
    return isGenerator ? await (answer as AsyncGenerator).next() : answer;
  } catch (error) {
    return error;
  }
}

/** Whether a parameter is a caller of any kind, or the sender of a message, which is one. */
const isCaller = (type: string) => /^(?:\w*Caller|Sender|Reader)\b/.test(type);

const keyOf = ({ module, name }: UseCase) => `${module} ${name}`;

test('every use case of the staff refuses a caller who may nothing before it does anything', async () => {
  expect(useCases.length).toBeGreaterThan(150);
  const open: string[] = [];
  for (const useCase of useCases) {
    const outcome = await outcomeOf(useCase);
    const isExempt = forEverybody.has(keyOf(useCase)) || parts.has(keyOf(useCase));
    const isRefused = outcome instanceof Problem && ['forbidden', 'not_found'].includes(outcome.code);
    if (!isRefused && !isExempt) open.push(keyOf(useCase));
  }
  expect(open).toEqual([]);
});

test('every exception is a use case that a program calls', () => {
  const exceptions = [...forEverybody, ...parts];
  expect(useCases.map(keyOf)).toEqual(expect.arrayContaining(exceptions));
});

test('use cases that the API calls take the caller first, except those declared to be for everybody', () => {
  const calledByApi = importedBy(['api']);
  const withoutOne = functions
    .filter(({ parameters: [first = '', second = ''] }) => /Context\b/.test(first) && !isCaller(second))
    .map(keyOf)
    .filter((key) => calledByApi.has(key));
  expect(withoutOne.toSorted()).toEqual([...withoutCaller].toSorted());
});
