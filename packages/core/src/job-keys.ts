/** What makes a job the same job: adding it again while it is remembered adds nothing. One key per kind of job. */
import { type DeliveryQueue, outsideChannels } from '@parley/contracts/channels/list';
import type { JobPayload, QueueName } from '@parley/contracts/jobs';

const deliveryKey = ({ deliveryId, attempts }: JobPayload<DeliveryQueue>): string => `${deliveryId}-${attempts}`;

const deliveryKeys = Object.fromEntries(outsideChannels.map(({ queue }) => [queue, deliveryKey])) as {
  [Q in DeliveryQueue]: typeof deliveryKey;
};

/** Null where every addition is a job of its own. BullMQ allows no colon in an id. */
export const jobKeys: { [Q in QueueName]: (payload: JobPayload<Q>) => string | null } = {
  events: ({ id }) => id,
  'ai-replies': ({ eventId }) => `reply-${eventId}`,
  'ai-suggestions': () => null,
  ...deliveryKeys,
  inbound: () => null,
  'inbound-watch': () => null,
  mailbox: () => null,
  'inbound-mail': ({ inboundMailId }) => `mail-${inboundMailId}`,
  'mail-check': () => null,
  sync: () => null,
  upkeep: () => null,
};
