import type { FastifyInstance } from 'fastify';

/**
 * Accepts the forms that mail programs and the button of a page send to the link of a mail, and reads nothing of them: the
 * address says it all.
 */
export function acceptLinkForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (_request, _body, done) => done(null),
  );
}
