/** How long entries of the audit log are kept. */
import type { Settings } from '@parley/contracts/settings/settings';
import type { Context } from '../context.ts';
import { cutAuditLog } from './chain.ts';

const days: Record<Settings['auditConfig']['retention'], number | null> = {
  '90d': 90,
  '1y': 365,
  '2y': 2 * 365,
  '5y': 5 * 365,
  never: null,
};

/** Removes entries beyond the retention of the settings, once a day. Returns the number of them. */
export async function applyAuditRetention(context: Pick<Context, 'db' | 'secrets' | 'settings'>): Promise<number> {
  const kept = days[(await context.settings.read()).auditConfig.retention];
  return kept === null ? 0 : cutAuditLog(context, new Date(Date.now() - kept * 24 * 3600 * 1000));
}
