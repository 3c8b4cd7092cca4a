/** What makes a job the same job: adding it again while it is remembered adds nothing. One key per kind of job. */
import type { JobPayload, QueueName } from '@parley/contracts/jobs';

/** Null where every addition is a job of its own. BullMQ allows no colon in an id. */
export const jobKeys: { [Q in QueueName]: (payload: JobPayload<Q>) => string | null } = {
  events: ({ id }) => id,
  'ai-replies': ({ eventId }) => `reply-${eventId}`,
  'ai-suggestions': () => null,
  email: ({ deliveryId, attempts }) => `${deliveryId}-${attempts}`,
  slack: ({ deliveryId, attempts }) => `${deliveryId}-${attempts}`,
  tigon: ({ deliveryId, attempts }) => `${deliveryId}-${attempts}`,
  trello: ({ deliveryId, attempts }) => `${deliveryId}-${attempts}`,
  webhooks: ({ deliveryId, attempts }) => `${deliveryId}-${attempts}`,
  mailbox: () => null,
  'inbound-mail': ({ inboundMailId }) => `mail-${inboundMailId}`,
  'mail-check': () => null,
  sync: () => null,
  upkeep: () => null,
};
