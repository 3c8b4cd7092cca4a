/** Declarations that Messenger and Instagram share: accounts of Meta that customers write direct messages to. */
import * as Type from 'typebox';
import { Id, Nullable, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';

/** Numeric id of a thing at Meta; empty for none. */
export const MetaId = (description: string) =>
  Guarded(Type.String({ pattern: '^(\\d{5,20})?$', examples: ['106540352242922'], description }));

/** Settings of one account; `account` says what its id is. */
export const MetaAccount = (account: string) =>
  Strict({
    enabled: Type.Boolean(),
    accountId: MetaId(account),
    accessToken: Secret,
    appSecret: Secret,
    verifyToken: Secret,
    /** Whether Meta has granted the app the permission to answer as a person for seven days. */
    humanAgent: Type.Boolean(),
    websiteId: Nullable(Type.String({ ...Id, description: 'Website that the account’s customers are added to' })),
  });
export type MetaAccount = Type.Static<ReturnType<typeof MetaAccount>>;

export const metaAccountDefaults: MetaAccount = {
  enabled: false,
  accountId: '',
  accessToken: '',
  appSecret: '',
  verifyToken: '',
  humanAgent: false,
  websiteId: null,
};

export const metaAccountNeeds = ['accountId', 'accessToken', 'appSecret', 'verifyToken', 'websiteId'] as const;

/** Capabilities of both. https://developers.facebook.com/docs/messenger-platform/policy/policy-overview */
export const metaCustomers = {
  byEvents: true,
  receipts: true,
  edits: false,
  replyHours: 24,
  humanAgentHours: 7 * 24,
  longestCaption: 0,
  largestFetched: 25 * 1024 * 1024,
} as const;
