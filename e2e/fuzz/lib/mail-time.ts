/** How the time that a mail takes grows with its size. */
import { readMail } from '@parley/core/mail/reading';
import { type Growth, growthOf } from './growth.ts';

/** Refused is as good as read, if it is refused in time. */
const read = (raw: Buffer): Promise<unknown> => readMail(raw, 'mx.shop.example').catch(() => undefined);

export const mailGrowthOf = (mail: (bytes: number) => Buffer, bytes: number): Promise<Growth> =>
  growthOf(mail, read, bytes);
