import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem, problemDetails } from '@parley/contracts/problems';

const problem = new Problem(
  'unavailable',
  'This part of Parley is not answering right now. Please try again in a moment.',
);

export const unavailableBody = JSON.stringify(problemDetails(problem));
export const unavailableHeaders = {
  'content-type': 'application/problem+json',
  'content-length': Buffer.byteLength(unavailableBody),
  'cache-control': 'no-store',
  'retry-after': '1',
};

/** Answers in the service's place, in the form of its own refusals. What was not read of the request is dropped. */
export function unavailable(response: ServerResponse, request: IncomingMessage): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(problem.status, { ...unavailableHeaders, ...(request.complete ? {} : { connection: 'close' }) });
  response.end(unavailableBody);
}
