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

export interface SignInTables {
  totpSecrets: TotpSecretsTable;
  passkeys: PasskeysTable;
  recoveryCodes: RecoveryCodesTable;
  passwordLinks: PasswordLinksTable;
  emailChanges: EmailChangesTable;
}
