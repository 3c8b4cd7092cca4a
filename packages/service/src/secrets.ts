/**
 * Everything that stands on `APP_SECRET`: encryption of stored secrets, signatures, visitor tokens. One key per purpose,
 * so that what was made for one can never be used for another. The previous secret is still read, never written, which
 * lets it be changed without signing anybody out.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';

/** Holder of a visitor token, and its website. */
export interface VisitorIdentity {
  visitorId: string;
  websiteId: string;
  /** The visitor's `tokenEpoch` when the token was made; 0 unless given. */
  epoch?: number;
  /** Names one browser over all renewals of its token, a UUID: what a log-out ends. */
  session?: string;
}

/** A text that decrypts under neither the secret nor the previous one, or was changed. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

export interface Secrets {
  /** AES-256-GCM under a key of its purpose. The result names its key, so that it can be found again after a change. */
  encrypt(text: string, purpose?: string): string;
  /** @throws DecryptionFailed */
  decrypt(encrypted: string, purpose?: string): string;
  /** Whether an encrypted text still uses the previous secret and should be encrypted again. */
  needsRotation(encrypted: string): boolean;
  /** HMAC-SHA256 of the text for a purpose, 43 characters of base64url. */
  sign(purpose: string, text: string): string;
  /** Whether `signature` was made by `sign` for this purpose and text; compared in constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** The key of a purpose, current first, then the previous: for libraries that sign on their own. */
  keys(purpose: string): [Buffer, ...Buffer[]];
  /** A JWT (HS256) by which a visitor is known again. */
  issueVisitorToken(visitor: VisitorIdentity): string;
  /** Returns the holder of a visitor token; `null` for one that is forged, expired or not a visitor's. */
  verifyVisitorToken(token: string): VisitorIdentity | null;
}

export interface SecretsOptions {
  APP_SECRET: string;
  APP_SECRET_PREVIOUS?: string | undefined;
}

/** An unguessable token of `bytes` random bytes in base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** Lifetime of a visitor token; each visit renews it, and after this long an absent visitor starts as a new one. */
const visitorTokenLifetime = '400d';
const visitorTokenAudience = 'parley-visitor';

const nonceBytes = 12;
const tagBytes = 16;

/** HKDF-SHA256 (RFC 5869): 32 bytes that say nothing about the secret or any other purpose's key. */
function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
}

class Generation {
  /** Names the secret without revealing it. */
  readonly id: string;
  readonly signVisitor: (claims: object) => string;
  /** @throws for what this secret has not signed, or no more, or not for visitors */
  readonly verifyVisitor: (token: string) => Record<string, unknown>;
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
    this.id = derive(secret, 'key id').subarray(0, 4).toString('hex');
    const key = this.key('visitor token');
    this.signVisitor = createSigner<object>({
      key,
      algorithm: 'HS256',
      kid: this.id,
      aud: visitorTokenAudience,
      expiresIn: visitorTokenLifetime,
    });
    this.verifyVisitor = createVerifier<string>({
      key,
      algorithms: ['HS256'],
      allowedAud: visitorTokenAudience,
      requiredClaims: ['sub', 'exp'],
    });
  }

  key(purpose: string): Buffer {
    let key = this.#keys.get(purpose);
    if (!key) {
      key = derive(this.#secret, purpose);
      this.#keys.set(purpose, key);
    }
    return key;
  }
}

/** @example const secrets = createSecrets(config) */
export function createSecrets({ APP_SECRET, APP_SECRET_PREVIOUS }: SecretsOptions): Secrets {
  const current = new Generation(APP_SECRET);
  const generations = [current];
  if (APP_SECRET_PREVIOUS && APP_SECRET_PREVIOUS !== APP_SECRET) generations.push(new Generation(APP_SECRET_PREVIOUS));

  const sign = (generation: Generation, purpose: string, text: string): Buffer =>
    createHmac('sha256', generation.key(`sign ${purpose}`))
      .update(text)
      .digest();

  return {
    encrypt(text, purpose = 'stored secret') {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key(`encrypt ${purpose}`), nonce);
      const ciphertext = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${current.id}.${ciphertext.toString('base64url')}`;
    },

    decrypt(encrypted, purpose = 'stored secret') {
      const [version, id, body] = encrypted.split('.');
      const generation = generations.find((one) => one.id === id);
      if (version !== 'v1' || !body) throw new DecryptionFailed('Not an encrypted text');
      if (!generation)
        throw new DecryptionFailed('Encrypted under a secret that is neither APP_SECRET nor its previous');
      const ciphertext = Buffer.from(body, 'base64url');
      if (ciphertext.length < nonceBytes + tagBytes) throw new DecryptionFailed('The encrypted text is cut off');
      const nonce = ciphertext.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', generation.key(`encrypt ${purpose}`), nonce, {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(ciphertext.subarray(-tagBytes));
      try {
        return decipher.update(ciphertext.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new DecryptionFailed('The encrypted text was changed or made for another purpose', { cause });
      }
    },

    needsRotation: (encrypted) => encrypted.split('.')[1] !== current.id,

    sign: (purpose, text) => sign(current, purpose, text).toString('base64url'),

    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url');
      return generations.some((generation) => {
        const expected = sign(generation, purpose, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },

    keys(purpose) {
      const [first, ...rest] = generations.map((generation) => generation.key(purpose));
      return first ? [first, ...rest] : [current.key(purpose)];
    },

    issueVisitorToken({ visitorId, websiteId, epoch, session }) {
      const claims = { ...(epoch !== undefined && { epoch }), ...(session !== undefined && { sid: session }) };
      return current.signVisitor({ sub: visitorId, website: websiteId, ...claims });
    },

    verifyVisitorToken(token) {
      // Longer than any token of ours: not worth parsing.
      if (token.length > 1_000) return null;
      for (const generation of generations) {
        try {
          const { sub, website, epoch, sid } = generation.verifyVisitor(token);
          if (typeof sub !== 'string' || typeof website !== 'string') return null;
          return {
            visitorId: sub,
            websiteId: website,
            ...(typeof epoch === 'number' && { epoch }),
            ...(typeof sid === 'string' && { session: sid }),
          };
        } catch {
          // Signed by another secret, forged or expired: the next secret may know it.
        }
      }
      return null;
    },
  };
}
