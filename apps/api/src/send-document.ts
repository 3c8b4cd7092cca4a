import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends a document as a download while it is being written; a slow reader slows the writing. */
export function sendDocument(
  reply: FastifyReply,
  fileName: string,
  pieces: AsyncIterable<string>,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
}
