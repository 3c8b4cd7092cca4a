/** Answers that are long and read often, such as a page of the list, go out as gzip to who takes it. */
import compress from '@fastify/compress';
import { listCannedReplies } from '@parley/contracts/routes/canned-replies';
import {
  getConversation,
  listActivities,
  listConversations,
  listMessages,
} from '@parley/contracts/routes/conversations';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listPublishedArticles } from '@parley/contracts/routes/help';
import { getSettings } from '@parley/contracts/routes/settings';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';

/** Only what holds no secret: the length of a compressed answer tells of what stands beside a secret. Settings come masked. */
const compressed = new Set<string>(
  [
    listConversations,
    getConversation,
    listMessages,
    listActivities,
    listRepresentatives,
    listPublishedArticles,
    listCannedReplies,
    getSettings,
  ].map(({ path }) => path),
);

/** Put together from thousands of pieces, a long text is copied into one once, instead of for its length, its header and its bytes. */
const asBytes: onSendHookHandler = (_request, _reply, payload, done) =>
  done(null, typeof payload === 'string' ? Buffer.from(payload) : payload);

/** @fastify/compress: https://github.com/fastify/fastify-compress */
export default fp(
  async function compressionPlugin(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      if (route.method !== 'GET' || !compressed.has(route.url)) return;
      route.compress = {};
      route.onSend = asBytes;
    });
    await app.register(compress, { global: false, encodings: ['gzip'], threshold: 1024 });
  },
  { name: 'compression' },
);
