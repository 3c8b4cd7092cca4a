/** Frames as bytes on the wire. */
import type { ServerFrame } from '@parley/contracts/frames';

/** FIN and the text opcode: RFC 6455, section 5.2. */
const finalText = 0x81;

const headerBytes = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

/**
 * A text as one unfragmented, unmasked websocket frame, header included. Made once per event and written as it is to
 * every socket: no framing per socket, one write instead of two.
 */
export function encodeText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = headerBytes(length);
  const encoded = Buffer.allocUnsafe(start + length);
  encoded.write(text, start);
  return frameInPlace(encoded, start);
}

/**
 * The text in UTF-8 that `bytes` hold from `start` on, as a frame in the same memory: its header, 10 bytes at most, is
 * written in front of it.
 */
export function frameInPlace(bytes: Buffer, start: number): Buffer {
  const length = bytes.length - start;
  const frame = bytes.subarray(start - headerBytes(length));
  frame[0] = finalText;
  if (length < 126) {
    frame[1] = length;
  } else if (length < 65_536) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return frame;
}

/** A server frame as bytes on the wire. */
export const encodeFrame = (frame: ServerFrame): Buffer => encodeText(JSON.stringify(frame));

/** A ping that says nothing: RFC 6455, section 5.5.2. */
export const pingFrame = Buffer.from([0x89, 0]);
