/** Fetches files that programs of API channels name by their addresses, which may lead anywhere. */
import { apiChannel as contract } from '@parley/contracts/channels/api-channel';
import { localize } from '@parley/contracts/i18n/server-texts';
import { CallFailed, isTransientStatus } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';

const timeoutMs = 60_000;

/** @throws CallFailed, final where there is no file; OutboundError, also for an address that may not be called */
export async function fetchFile({ external }: ExternalContext, url: string): Promise<Buffer> {
  const { status, bytes } = await external.outbound.request(url, {
    timeoutMs,
    maxBytes: contract.customers.largestFetched,
  });
  if (status === 200) return bytes;
  throw new CallFailed(localize('answered', { host: new URL(url).host, status }), {
    responseStatus: status,
    transient: isTransientStatus(status),
  });
}
