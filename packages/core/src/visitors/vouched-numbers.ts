/** The numbers a website's server signs for its visitor: the id of the customer in its own system, and a telephone number. */
import type { FieldError } from '@parley/contracts/problems';
import type { IdentityClaims } from '@parley/service/identity-token';

const externalIdMaxLength = 255;
const phonePattern = /^\+?[0-9]{5,15}$/;

export interface VouchedNumbers {
  externalId?: string;
  phone?: string;
}

/** Reads them from a token's claims. Invalid ones are left out and named; the visitor is identified all the same. */
export function vouchedNumbers({ sub, phone }: Pick<IdentityClaims, 'sub' | 'phone'>): {
  numbers: VouchedNumbers;
  errors: FieldError[];
} {
  const numbers: VouchedNumbers = {};
  const errors: FieldError[] = [];
  if (sub !== undefined && sub !== null) {
    const isNumber = typeof sub === 'number' && Number.isSafeInteger(sub);
    const externalId = isNumber ? String(sub) : typeof sub === 'string' ? sub.trim() : '';
    if (externalId && externalId.length <= externalIdMaxLength && !/\p{Cc}/u.test(externalId)) {
      numbers.externalId = externalId;
    } else {
      errors.push({
        path: 'sub',
        message: `sub is a text of 1 to ${externalIdMaxLength} characters, or a whole number.`,
      });
    }
  }
  if (phone !== undefined && phone !== null) {
    const digits = typeof phone === 'string' ? phone.replaceAll(/[\s().\-/]/g, '') : '';
    if (phonePattern.test(digits)) numbers.phone = digits;
    else errors.push({ path: 'phone', message: 'phone is a telephone number of 5 to 15 digits, as in +4930123456.' });
  }
  return { numbers, errors };
}
