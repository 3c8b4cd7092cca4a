/** Pushes replies to visitors who have left the page. */
import { pushTexts } from '@parley/contracts/i18n/catalogues/push';
import { type VisitorPushMessage, visitorPushAfterSeconds } from '@parley/contracts/visitors/push';
import {
  claimVisitorPush,
  deleteVisitorDevice,
  type DueVisitorPush,
  dueVisitorPushes,
  listVisitorDevices,
  type VisitorDevice,
} from '@parley/db/visitors/push';
import { asCallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { isVisitorOnline } from '../presence/visitors.ts';
import { DeviceGone, postPush } from '../push/send.ts';

const batchSize = 200;
/** Seconds that a push service keeps a message for a device that is off. */
const ttlSeconds = 12 * 3600;
const excerptLength = 200;

/**
 * Pushes the last unread reply of each conversation, once: it is claimed first, so that a process that dies pushes nothing
 * twice. Returns the number of conversations.
 */
export async function pushToVisitors(context: ExternalContext): Promise<number> {
  const due = await dueVisitorPushes(context.db, { afterSeconds: visitorPushAfterSeconds, limit: batchSize });
  let pushed = 0;
  for (const each of due) {
    // A visitor on the page sees it there.
    if (await isVisitorOnline(context, each.visitorId)) continue;
    if (!(await claimVisitorPush(context.db, each))) continue;
    const devices = await listVisitorDevices(context.db, each.visitorId);
    await Promise.all(devices.map((device) => pushOne(context, device, each)));
    pushed += 1;
  }
  return pushed;
}

async function pushOne(context: ExternalContext, device: VisitorDevice, due: DueVisitorPush): Promise<void> {
  const { pushConfig } = await context.settings.read();
  const options = {
    ttlSeconds,
    urgency: 'high',
    topic: due.conversationId.replaceAll('-', '').slice(0, 32),
  } as const;
  try {
    await postPush(context, device, JSON.stringify(messageOf(due, device, pushConfig.content)), options);
    context.external.onPush?.('sent');
  } catch (error) {
    const failure = asCallFailed(error);
    const isGone = failure instanceof DeviceGone;
    context.external.onPush?.(isGone ? 'gone' : failure.transient ? 'failed' : 'refused');
    // The mail with unread replies follows where a message can't be pushed.
    if (isGone) await deleteVisitorDevice(context.db, device.id);
  }
}

/** Returns a message as the device shows it, with as much as the installation's setting allows. */
function messageOf(
  { conversationId, content, senderName, website, domain, pageUrl }: DueVisitorPush,
  { language }: VisitorDevice,
  shows: 'nothing' | 'name' | 'full',
): VisitorPushMessage {
  const news = pushTexts(language)('news');
  return {
    tag: conversationId,
    title: shows === 'nothing' || senderName === null ? website : `${senderName} · ${website}`,
    body:
      shows === 'full'
        ? Array.from(content || news)
            .slice(0, excerptLength)
            .join('')
        : news,
    url: pageUrl ?? `https://${domain}/`,
    language,
  };
}
