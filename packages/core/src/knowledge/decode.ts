/** The text of bytes, in whichever encoding they are. */
import sniff from 'html-encoding-sniffer';

/** `isMarkup` where it may say its own encoding. What claims to be UTF-8 and is not is taken for Windows-1252, as most of it is. */
export function textOf(bytes: Uint8Array, contentType: string | null, isMarkup: boolean): string {
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  const encoding = sniff(Buffer.from(bytes.buffer, bytes.byteOffset, isMarkup ? Math.min(bytes.byteLength, 4096) : 4), {
    ...(label !== undefined && { transportLayerEncodingLabel: label }),
    defaultEncoding: 'UTF-8',
  });
  if (encoding !== 'UTF-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
