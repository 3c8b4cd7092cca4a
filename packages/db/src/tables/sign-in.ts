import type { Text } from '@parley/contracts/i18n/localized-text';
import type { Language } from '@parley/contracts/text/languages';
import type { PushContent } from '@parley/contracts/users/limits';
import type { ColumnType } from 'kysely';
import type { Defaulted, DefaultedInstant, Instant, NullableInstant } from './columns.ts';

/** Stores at most one secret per account. */
export interface TotpSecretsTable {
  userId: string;
  /** Encrypted by the caller. */
  secret: string;
  /** Last time step that a code was used for; codes up to it are refused. */
  lastStep: number;
  createdAt: DefaultedInstant;
}

export interface PasskeysTable {
  id: Defaulted<string>;
  userId: string;
  /** Identifier that the authenticator gave it, base64url. */
  credentialId: string;
  publicKey: Buffer;
  /** Number of uses that the authenticator reports; some always report 0. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: DefaultedInstant;
  lastUsedAt: NullableInstant;
}

export interface RecoveryCodesTable {
  userId: string;
  codeHash: string;
  /** Shared by the codes that were created together. */
  salt: string;
  usedAt: NullableInstant;
}

/** Stores links for setting a new password. */
export interface PasswordLinksTable {
  tokenHash: string;
  userId: string;
  createdAt: DefaultedInstant;
  expiresAt: Instant;
  usedAt: NullableInstant;
}

/** Stores requested changes of users' email addresses. */
export interface EmailChangesTable {
  userId: string;
  id: Defaulted<string>;
  email: string;
  emailBefore: string;
  tokenHash: string | null;
  createdAt: DefaultedInstant;
  expiresAt: Instant;
}

/** Stores the key pair of the installation that push services know it by; one row. */
export interface PushKeysTable {
  publicKey: string;
  /** Encrypted by the caller. */
  privateKey: string;
  createdAt: DefaultedInstant;
}

/** Stores the browsers that receive push notifications. */
export interface PushDevicesTable {
  id: Defaulted<string>;
  userId: string;
  /** Public id of the session that added it. */
  session: string;
  name: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Key of ours that the browser accepts messages from. */
  publicKey: string;
  content: Defaulted<PushContent>;
  language: Language;
  createdAt: DefaultedInstant;
  /** When its browser last added it, after a sign-in. */
  signedInAt: DefaultedInstant;
  lastSentAt: NullableInstant;
  failedAt: NullableInstant;
  /** Reason why the last message was not accepted. */
  failure: ColumnType<Text | null, string | null | undefined, string | null>;
}

export interface SignInTables {
  totpSecrets: TotpSecretsTable;
  passkeys: PasskeysTable;
  recoveryCodes: RecoveryCodesTable;
  passwordLinks: PasswordLinksTable;
  emailChanges: EmailChangesTable;
  pushKeys: PushKeysTable;
  pushDevices: PushDevicesTable;
}
