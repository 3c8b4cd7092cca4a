import type { Defaulted, DefaultedInstant, Instant, NullableInstant } from './columns.ts';

/** One per account. */
export interface TotpSecretsTable {
  userId: string;
  /** Encrypted by the caller. */
  secret: string;
  /** The last time step whose code was used. */
  lastStep: number;
  createdAt: DefaultedInstant;
}

export interface PasskeysTable {
  id: Defaulted<string>;
  userId: string;
  /** As the authenticator calls it, base64url. */
  credentialId: string;
  publicKey: Buffer;
  /** How often it says it was used; some always say 0. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: DefaultedInstant;
  lastUsedAt: NullableInstant;
}

export interface RecoveryCodesTable {
  userId: string;
  codeHash: string;
  /** One for the codes that were made together. */
  salt: string;
  usedAt: NullableInstant;
}

/** Links by which somebody sets a new password. */
export interface PasswordLinksTable {
  tokenHash: string;
  userId: string;
  createdAt: DefaultedInstant;
  expiresAt: Instant;
  usedAt: NullableInstant;
}

/** Addresses that people have asked to sign in with. */
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
