import type { Migration } from 'kysely/migration';
import * as initial from './0001_initial.ts';
import * as visitorsByWebsite from './0002_visitors_by_website.ts';
import * as inboundMailLetterhead from './0003_inbound_mail_letterhead.ts';

/** Every migration by name, in order. A released one never changes: what comes after it is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_visitors_by_website': visitorsByWebsite,
  '0003_inbound_mail_letterhead': inboundMailLetterhead,
};
