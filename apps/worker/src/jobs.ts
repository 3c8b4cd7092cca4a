/** Every job there is. A test compares with the queues of the contracts. */
import type { DefinedJob } from './define-job.ts';
import { aiRepliesJob } from './jobs/ai-replies.ts';
import { aiSuggestionsJob } from './jobs/ai-suggestions.ts';
import { emailJob } from './jobs/email.ts';
import { eventsJob } from './jobs/events.ts';
import { inboundMailJob } from './jobs/inbound-mail.ts';
import { mailCheckJob } from './jobs/mail-check.ts';
import { mailboxJob } from './jobs/mailbox.ts';
import { slackJob } from './jobs/slack.ts';
import { syncJob } from './jobs/sync.ts';
import { tigonJob } from './jobs/tigon.ts';
import { trelloJob } from './jobs/trello.ts';
import { upkeepJob } from './jobs/upkeep.ts';
import { webhooksJob } from './jobs/webhooks.ts';

export const jobs: readonly DefinedJob[] = [
  eventsJob,
  aiRepliesJob,
  aiSuggestionsJob,
  emailJob,
  slackJob,
  tigonJob,
  trelloJob,
  webhooksJob,
  mailboxJob,
  inboundMailJob,
  mailCheckJob,
  syncJob,
  upkeepJob,
];
