import { createHash } from 'node:crypto';

/**
 * Returns the same id for the same parts, which makes reactions to an event repeatable. A UUID of version 8 (RFC 9562,
 * section 5.8) over SHA-256.
 * @example derivedId(event.id, 'hand-off notice')
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(parts.join('\n')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
