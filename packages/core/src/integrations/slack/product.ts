/** Slack, as a program that conversations are threads in. */
import { hasSlackThreads } from '@parley/contracts/channels/slack-threads';
import type { ThreadProduct } from '../threads/product.ts';
import { slackOf } from './api.ts';
import { escapeForSlack, slackLine, slackPost } from './text.ts';

export const slackThreads: ThreadProduct = {
  id: 'slack',
  name: 'Slack',
  marks: {
    plain: escapeForSlack,
    strong: (escaped) => `*${escaped}*`,
    link: (url, words) => `<${url}|${escapeForSlack(words)}>`,
    time: (at) => `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} {time}|${at.toISOString()}>`,
  },
  async channels({ settings }) {
    const { slackThreadsConfig: config } = await settings.read();
    return hasSlackThreads(config) ? config.channels : null;
  },
  async open(context) {
    const slack = slackOf(context, (await context.settings.read()).slackThreadsConfig.botToken);
    return {
      begin: (channelId, line, { reference, mayExistSince }) =>
        slack.post({ channelId }, { ...slackLine(line), reference }, mayExistSince),
      post: ({ channelId, threadId }, post, { reference, mayExistSince }) =>
        slack.post({ channelId, threadTs: threadId }, { ...slackPost(post), reference }, mayExistSince),
      update: ({ channelId }, ts, post) => slack.update(channelId, ts, slackPost(post)),
      hint: ({ channelId, threadId }, userId, text) => slack.hint({ channelId, threadTs: threadId }, userId, text),
      person: (_place, userId) => slack.user(userId),
      file: ({ url }, maxBytes) => slack.file(url, maxBytes),
    };
  },
};
