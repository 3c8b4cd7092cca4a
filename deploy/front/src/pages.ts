import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { anySiteMayLoad, cacheControl } from './site.ts';

/** Vite and the widget's build put a hash of the content into these names. */
const hashed = /[.-][\w-]{8,}\.\w+(\.map)?$/;

const shared = { cacheControl: false, preCompressed: true, suppressWarning: true };

/** The dashboard: its files, and its page for every other path, because it routes by itself. */
export async function serveDashboard(app: FastifyInstance, folder: string): Promise<void> {
  app.register(fastifyStatic, {
    ...shared,
    root: folder,
    setHeaders: (reply, file) => {
      const isAsset = path.relative(folder, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', isAsset ? cacheControl.forEver : cacheControl.askEachTime);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://front');
    const isPage = ['GET', 'HEAD'].includes(request.method) && !path.extname(pathname);
    if (!isPage) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found\n');
    if (fs.existsSync(path.join(folder, 'index.html'))) return reply.sendFile('index.html');
    return reply.code(503).type('text/plain').send('The dashboard has not been built yet: run `npm run build`.\n');
  });
}

/** Files that other websites load, from any origin. */
export async function serveWidget(app: FastifyInstance, folder: string): Promise<void> {
  app.register(fastifyStatic, {
    ...shared,
    root: path.join(folder, 'widget'),
    prefix: '/widget/',
    setHeaders: (reply, file) => {
      const name = path.basename(file).replace(/\.(br|gz)$/, '');
      reply.headers({
        ...anySiteMayLoad,
        'cache-control': cacheControl[name === 'widget.js' ? 'shortly' : hashed.test(name) ? 'forEver' : 'askEachTime'],
      });
    },
  });
  app.get('/widget.js', (_request, reply) => reply.sendFile('widget.js', folder));
}

/** The sample shop. */
export async function serveDemo(app: FastifyInstance, folder: string): Promise<void> {
  app.register(fastifyStatic, {
    ...shared,
    root: folder,
    prefix: '/demo/',
    extensions: ['html'],
    preCompressed: false,
    setHeaders: (reply) => void reply.header('cache-control', cacheControl.askEachTime),
  });
  app.get('/demo', (_request, reply) => reply.sendFile('index.html'));
}
