/** Every job there is. A test compares with the queues of the contracts. */
import type { DefinedJob } from './define-job.ts';
import { accountMailsJob } from './jobs/account-mails.ts';
import { aiRepliesJob } from './jobs/ai-replies.ts';
import { aiSuggestionsJob } from './jobs/ai-suggestions.ts';
import { bulkJob } from './jobs/bulk.ts';
import { bulkMessagesJob } from './jobs/bulk-messages.ts';
import { copilotJob } from './jobs/copilot.ts';
import { deliveryJobs } from './jobs/deliveries.ts';
import { filesJob } from './jobs/files.ts';
import { eventsJob } from './jobs/events.ts';
import { importsJob } from './jobs/imports.ts';
import { inboundJob } from './jobs/inbound.ts';
import { inboundWatchJob } from './jobs/inbound-watch.ts';
import { inboundMailJob } from './jobs/inbound-mail.ts';
import { knowledgeJob } from './jobs/knowledge.ts';
import { mailCheckJob } from './jobs/mail-check.ts';
import { mailboxCheckJob } from './jobs/mailbox-check.ts';
import { notificationsJob, notificationWaysJob } from './jobs/notifications.ts';
import { pushJob } from './jobs/push.ts';
import { rehearsalsJob } from './jobs/rehearsals.ts';
import { reportMailsJob } from './jobs/report-mails.ts';
import { routingJob } from './jobs/routing.ts';
import { rulesJob } from './jobs/rules.ts';
import { simulationsJob } from './jobs/simulations.ts';
import { voiceNotesJob } from './jobs/voice-notes.ts';
import { syncJob } from './jobs/sync.ts';
import { maintenanceJob } from './jobs/maintenance.ts';

export const jobs: readonly DefinedJob[] = [
  eventsJob,
  rulesJob,
  notificationsJob,
  notificationWaysJob,
  pushJob,
  aiRepliesJob,
  aiSuggestionsJob,
  copilotJob,
  ...deliveryJobs,
  inboundJob,
  inboundWatchJob,
  inboundMailJob,
  mailCheckJob,
  mailboxCheckJob,
  filesJob,
  voiceNotesJob,
  accountMailsJob,
  bulkJob,
  bulkMessagesJob,
  knowledgeJob,
  rehearsalsJob,
  reportMailsJob,
  routingJob,
  simulationsJob,
  importsJob,
  syncJob,
  maintenanceJob,
];
