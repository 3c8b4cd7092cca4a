/** Frames as bytes on the wire. */
import type { ServerFrame } from '@parley/contracts/frames';

/** FIN and the text opcode: RFC 6455, section 5.2. */
const finalText = 0x81;

/**
 * A text as one unfragmented, unmasked websocket frame, header included. Made once per event and written as it is to
 * every socket: no framing per socket, one write instead of two.
 */
export function encodeText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const encoded = Buffer.allocUnsafe(start + length);
  encoded[0] = finalText;
  if (length < 126) {
    encoded[1] = length;
  } else if (length < 65_536) {
    encoded[1] = 126;
    encoded.writeUInt16BE(length, 2);
  } else {
    encoded[1] = 127;
    encoded.writeBigUInt64BE(BigInt(length), 2);
  }
  encoded.write(text, start);
  return encoded;
}

/** A server frame as bytes on the wire. */
export const encodeFrame = (frame: ServerFrame): Buffer => encodeText(JSON.stringify(frame));

/** A ping that says nothing: RFC 6455, section 5.5.2. */
export const pingFrame = Buffer.from([0x89, 0]);
