import { PassThrough, type Readable } from 'node:stream';
import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import { appendImportFile } from '@parley/contracts/routes/imports';
import * as routes from '@parley/contracts/routes/uploads';
import { type FileVariant, linkFiles, openLink } from '@parley/core/files/links';
import type { Receiver, TusCall } from '@parley/core/files/receive';
import { cancelUpload, createUpload, readUpload, type UploadCaller } from '@parley/core/files/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { addressOf } from '../plugins/rate-limits.ts';
import type { RegisterRoutes } from '../routes.ts';
import { byteRange } from './byte-range.ts';

const streaming = new Set<string | undefined>([
  routes.appendUpload.path,
  routes.appendVisitorUpload.path,
  appendImportFile.path,
]);

/** Limits announced files; cancelled ones count too. */
const announcing = { name: 'upload', by: 'caller', ...rateLimits.visitorUpload } as const;
const announcingByStaff = { name: 'staff_upload', by: 'caller', ...rateLimits.staffUpload } as const;
/** Limits calls about an upload: as many as a waiting client could need. */
const calls = { name: 'upload_call', by: 'caller', max: 1200, perSeconds: 60 } as const;
const fetching = { name: 'file', by: 'address', max: 6000, perSeconds: 60 } as const;

export const fileRoutes: RegisterRoutes = (app, { context }) => {
  // Its bytes are passed on as they come.
  app.addContentTypeParser(routes.uploadBodyType, ({ routeOptions }, _body, done) =>
    streaming.has(routeOptions.url)
      ? done(null)
      : done(new Problem('unsupported_type', 'This address takes no such body.')),
  );
  let receiver: Promise<Receiver> | undefined;
  /** Loaded by the first upload: with the web's `Request` that it stands on, it takes megabytes. */
  const receive: Receiver = async (...call) => {
    receiver ??= import('@parley/core/files/receive').then(({ createReceiver }) => createReceiver(context));
    return (await receiver)(...call);
  };

  const pass = async (
    method: TusCall['method'],
    { caller, params, request, reply }: { caller: UploadCaller; params: { id: string } } & Exchange,
  ): Promise<FastifyReply> => {
    const { headers } = request;
    const body = method === 'PATCH' ? bytesOf(request) : undefined;
    try {
      const answer = await receive(caller, params.id, { method, headers, ...(body && { body }) });
      return await reply.code(answer.status).headers(answer.headers).send();
    } finally {
      // A client that is still sending may finish, and reads the reason.
      if (body) request.raw.unpipe().resume();
    }
  };

  handleRoute(
    app,
    routes.createUpload,
    async ({ body, caller }) => upload('/api/uploads', await createUpload(context, caller, null, body)),
    { limits: [announcingByStaff] },
  );
  handleRoute(app, routes.readUpload, async ({ params, caller }) => readUpload(context, caller, params.id), {
    limits: [calls],
  });
  handleRoute(app, routes.cancelUpload, async ({ params, caller }) => cancelUpload(context, caller, params.id));
  handleRoute(app, routes.uploadOffset, async (call) => pass('HEAD', call), { limits: [calls] });
  handleRoute(app, routes.appendUpload, async (call) => pass('PATCH', call), { limits: [calls] });
  handleRoute(app, routes.linkFiles, async ({ body, caller }) => linkFiles(context, caller, body.ids), {
    limits: [calls],
  });

  handleRoute(
    app,
    routes.createVisitorUpload,
    async ({ body, caller, website, request }) => {
      const network = addressOf(request);
      return upload('/api/visitor/uploads', await createUpload(context, caller, website, { ...body, network }));
    },
    { limits: [announcing] },
  );
  handleRoute(app, routes.readVisitorUpload, async ({ params, caller }) => readUpload(context, caller, params.id), {
    limits: [calls],
  });
  handleRoute(app, routes.cancelVisitorUpload, async ({ params, caller }) => cancelUpload(context, caller, params.id), {
    limits: [calls],
  });
  handleRoute(app, routes.visitorUploadOffset, async (call) => pass('HEAD', call), { limits: [calls] });
  handleRoute(app, routes.appendVisitorUpload, async (call) => pass('PATCH', call), { limits: [calls] });
  handleRoute(app, routes.linkVisitorFiles, async ({ body, caller }) => linkFiles(context, caller, body.ids), {
    limits: [calls],
  });

  handleRoute(
    app,
    routes.readFile,
    async ({ params, query, request, reply }) => {
      const variant: FileVariant = params.variant;
      const { attachment, name, type, isOurs, read } = await openLink(context, {
        id: params.id,
        variant,
        link: query.link,
      });
      const range = variant === 'original' ? byteRange(request.headers.range, attachment.size) : undefined;
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, max-age=300')
        // Websites with the widget show their visitor's files.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-disposition', disposition(isOurs, name))
        .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type);
      if (variant === 'original') reply.header('accept-ranges', 'bytes');
      if (range === 'unsatisfiable') {
        return reply.code(416).header('content-range', `bytes */${attachment.size}`).send();
      }
      const { bytes, size } = await read(range);
      if (!range) return reply.header('content-length', size).send(bytes);
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
        .header('content-length', range.end - range.start + 1)
        .send(bytes);
    },
    { limits: [fetching] },
  );
};

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const upload = (root: string, attachment: routes.Upload['attachment']): routes.Upload => ({
  attachment,
  url: `${root}/${attachment.id}/content`,
});

/** The body as it comes. A client that has gone is told of as an error, where the stream alone would end. */
function bytesOf({ raw }: FastifyRequest): Readable {
  const bytes = raw.pipe(new PassThrough());
  // The reader gets this error too; without a listener it would end the process.
  bytes.on('error', () => undefined);
  raw.once('close', () => {
    if (!raw.complete) bytes.destroy(new Error('The client has gone.'));
  });
  return bytes;
}

/** Files that we didn't make are saved, never opened. RFC 6266, with RFC 8187 for names beyond ASCII. */
function disposition(isOurs: boolean, name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return `${isOurs ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
