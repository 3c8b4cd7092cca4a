/** Scans files for viruses: streams them to a ClamAV daemon (`INSTREAM` of clamd's protocol). */
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

/** Signatures of big files take their time. */
const timeoutMs = 60_000;

/** Each piece with its length before it, and a piece of no length at the end. */
async function* instream(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield Buffer.concat([length, piece]);
  }
  yield Buffer.alloc(4);
}

/**
 * Returns true if the scanner has found something. @throws when it gives no clear answer: an unscanned file isn't clean
 */
export async function isInfected(
  scanner: { host: string; port: number },
  bytes: AsyncIterable<Buffer>,
): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({ ...scanner, signal });
  try {
    const [answer] = await Promise.all([text(socket), pipeline(instream(bytes), socket, { end: false, signal })]);
    const verdict = answer.replaceAll('\0', '').trim();
    if (verdict === 'stream: OK') return false;
    if (verdict.endsWith(' FOUND')) return true;
    throw new Error('The virus scanner gave no verdict.');
  } finally {
    socket.destroy();
  }
}
