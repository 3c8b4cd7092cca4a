import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, problemDetails } from '@parley/contracts/problems';

/**
 * Answers what Node could not read as a request (https://nodejs.org/api/http.html#event-clienterror), and ends the
 * connection: what comes next on it could be anything.
 */
export function answerBadRequest({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(code);
  const body = JSON.stringify(problemDetails(problem));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headers_too_large', 'The headers and the address together are larger than 16 kB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout', 'The request came too slowly.');
  return new Problem('malformed', 'This is not a request of HTTP/1.1.');
}
