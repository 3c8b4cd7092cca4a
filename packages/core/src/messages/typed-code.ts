/**
 * A code that a customer types in is taken out of their message before that is stored: no thread, export, search, event or
 * prompt ever has it.
 */
import { codeAttempts, hiddenCode } from '@parley/contracts/assistant/tools';
import { proveAddress } from '@parley/db/mail/proof';
import { countAttempt, type IdentityCode, identityCodes, useIdentityCode } from '@parley/db/tools/identity-codes';
import type { Context } from '../context.ts';

export const codePurpose = 'identity code';
/** So long a code is recognised, whatever it may still prove. */
const knownHours = 24;

const groups = /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/g;

/** Whether there is anything in it that a code could be. */
export const mayHoldCode = (content: string): boolean => content.search(groups) >= 0;

/**
 * The content as it may be stored. A code that is right proves its address, once; one that is wrong counts as an attempt. The
 * same content gives the same again.
 */
export async function withoutCode(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  conversationId: string,
  content: string,
): Promise<string> {
  const typed = content.match(groups);
  if (!typed) return content;
  const since = Date.now() - knownHours * 3600_000;
  const codes = (await identityCodes(db, conversationId)).filter(({ createdAt }) => createdAt.getTime() > since);
  const [newest] = codes;
  if (!newest) return content;
  const isNothingElse = content.replaceAll(groups, '').trim() === '';
  const isThis = (code: IdentityCode, group: string): boolean =>
    secrets.verify(codePurpose, `${conversationId} ${group.replaceAll(/\D/g, '')}`, code.codeHash);
  const hidden = content.replaceAll(groups, hiddenCode);
  // Counted before it is compared: attempts at once are not more than attempts one after the other.
  if (newest.verifiedAt === null && (await countAttempt(db, newest.id, codeAttempts))) {
    const [only, ...more] = typed;
    // A list of guesses is one attempt, and a wrong one.
    if (more.length > 0) return hidden;
    if (only !== undefined && isThis(newest, only)) {
      if (await useIdentityCode(db, newest.id)) await proveAddress(db, conversationId, newest.email);
      return hidden;
    }
  }
  const isSpent = codes.some((code) => isOver(code) && typed.some((group) => isThis(code, group)));
  // A message that is nothing else was meant as the code, right or wrong.
  return isSpent || isNothingElse ? hidden : content;
}

/**
 * Uses up the newest code of a conversation if it is this one. Returns the address that it proves; undefined if the code
 * is wrong, spent or outdated. Each call counts as an attempt.
 */
export async function proveByCode(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  conversationId: string,
  code: string,
): Promise<string | undefined> {
  const [newest] = await identityCodes(db, conversationId, 1);
  if (!newest || !(await countAttempt(db, newest.id, codeAttempts))) return undefined;
  const isRight = secrets.verify(codePurpose, `${conversationId} ${code.replaceAll(/\D/g, '')}`, newest.codeHash);
  return isRight && (await useIdentityCode(db, newest.id)) ? newest.email : undefined;
}

/** The text with everything hidden that a code could be, while the conversation has codes. No attempt is counted. */
export async function withoutCodes({ db }: Pick<Context, 'db'>, conversationId: string, text: string): Promise<string> {
  if (!mayHoldCode(text)) return text;
  const since = Date.now() - knownHours * 3600_000;
  const codes = await identityCodes(db, conversationId);
  return codes.some(({ createdAt }) => createdAt.getTime() > since) ? text.replaceAll(groups, hiddenCode) : text;
}

/** Returns true for a code that can no longer prove anything, so trying it reveals nothing. */
const isOver = ({ verifiedAt, expiresAt, attempts }: IdentityCode): boolean =>
  verifiedAt !== null || expiresAt.getTime() < Date.now() || attempts >= codeAttempts;
