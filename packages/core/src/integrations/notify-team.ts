/** Notifies the team through every channel that is switched on for it. */
import { allChannels } from './channels.ts';
import type { ExternalContext } from '../external/services.ts';
import type { NoticeSubject, PlannedDelivery } from '../deliveries/notices.ts';

/** The deliveries of a notice, in the order of the channels. */
export async function teamNotices(context: ExternalContext, subject: NoticeSubject): Promise<PlannedDelivery[]> {
  const planned: PlannedDelivery[] = [];
  for (const { notify } of allChannels) if (notify) planned.push(...(await notify(context, subject)));
  return planned;
}
