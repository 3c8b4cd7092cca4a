/**
 * Passwords at rest: Argon2id with the parameters of the OWASP password storage cheat sheet
 * (19 MiB, 2 passes, 1 lane), https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { Problem } from '@parley/contracts/problems';
import { hash, hashRaw, verify } from '@node-rs/argon2';

/** Argon2id is the library's default algorithm; its enum cannot be imported under isolated modules. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each takes a thread of the pool that files and DNS use too, and 19 MiB: two at a time, and a queue with an end. */
const atOnce = 2;
const waitingMax = 200;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs one derivation when its turn comes.
 * @throws Problem `unavailable` when too many wait already, so that a flood of logins cannot eat the process.
 */
async function inTurn<T>(derive: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax) {
      throw new Problem('unavailable', 'Too many people are signing in right now. Please try again.', {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await derive();
  } finally {
    // The slot is passed on, not freed, so that no other call can take it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The string to store; holds the parameters and a fresh salt. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), parameters));
}

let unknownAccount: Promise<string> | undefined;

/**
 * Returns true if the password matches the stored string. With `undefined`, for an unknown account, it takes as long
 * and returns false, so that timing doesn't reveal which accounts exist.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (stored === undefined) {
    unknownAccount ??= hashPassword('the password of nobody');
    const nobody = await unknownAccount;
    await inTurn(() => verify(nobody, password.normalize('NFKC')));
    return false;
  }
  return inTurn(() => verify(stored, password.normalize('NFKC')));
}

/** Derives a hash that can be looked up: for texts that are random themselves. */
export async function hashWithSalt(text: string, salt: Buffer): Promise<string> {
  return (await inTurn(() => hashRaw(text, { ...parameters, salt }))).toString('base64url');
}
