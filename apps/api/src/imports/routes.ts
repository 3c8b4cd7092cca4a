import { importPartBytes } from '@parley/contracts/imports/import';
import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/imports';
import * as imports from '@parley/core/imports/imports';
import type { FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each calls another product, or begins work of hours. */
const starting = { name: 'imports', by: 'caller', max: 20, perSeconds: 60 } as const;
const parts = { name: 'import_part', by: 'caller', max: 1200, perSeconds: 60 } as const;

export const importRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.startImport, async ({ body, caller }) => imports.startImport(context, caller, body), {
    limits: [starting],
  });
  handleRoute(
    app,
    routes.appendImportFile,
    async ({ params, query, caller, request }) =>
      imports.appendImportFile(context, caller, { id: params.id, offset: query.offset }, await partOf(request)),
    { limits: [parts] },
  );
  handleRoute(app, routes.listImports, async ({ caller }) => imports.listImports(context, caller));
  handleRoute(app, routes.readImport, async ({ params, caller }) => imports.readImport(context, caller, params.id));
  handleRoute(
    app,
    routes.writeImport,
    async ({ params, body, caller }) => imports.writeImport(context, caller, params.id, body),
    { limits: [starting] },
  );
  handleRoute(
    app,
    routes.resumeImport,
    async ({ params, caller }) => imports.resumeImport(context, caller, params.id),
    { limits: [starting] },
  );
  handleRoute(app, routes.undoImport, async ({ params, caller }) => imports.undoImport(context, caller, params.id), {
    limits: [starting],
  });
  handleRoute(app, routes.deleteImport, async ({ params, caller }) => imports.deleteImport(context, caller, params.id));
  handleRoute(app, routes.readImportReceipt, async ({ params, caller }) =>
    imports.readImportReceipt(context, caller, params.id),
  );
  handleRoute(
    app,
    routes.verifyImportReceipt,
    async ({ body, caller }) => imports.verifyImportReceipt(context, caller, body),
    { limits: [starting] },
  );
};

/** Reads a part of a file, which has a limit. @throws Problem `too_large` */
async function partOf({ raw }: FastifyRequest): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > importPartBytes) throw new Problem('too_large', `A part has at most ${importPartBytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
