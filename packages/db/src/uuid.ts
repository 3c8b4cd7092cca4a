import { randomFillSync } from 'node:crypto';

const bytes = new Uint8Array(16);
const view = new DataView(bytes.buffer);

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then randomness, so that ids made later
 * sort later (to the millisecond) and an index on them grows at its end. In SQL the same is `uuidv7()`.
 */
export function uuidv7(at: number = Date.now()): string {
  randomFillSync(bytes, 6);
  view.setUint16(0, Math.floor(at / 2 ** 32));
  view.setUint32(2, at >>> 0);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Buffer.from(bytes.buffer).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the lower bound of UUIDs of version 7 created at `at` or later, to start a range over keys. */
export function leastUuidv7(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns whether a text is a UUID in lower case, as the database writes them. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
