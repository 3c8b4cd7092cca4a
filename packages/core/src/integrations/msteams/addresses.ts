/** Addresses of Microsoft's services, or of the server that the installation has in their place. */
import { msteams as contract } from '@parley/contracts/channels/msteams';
import type { ExternalContext } from '../../external/services.ts';

export interface MsteamsAddresses {
  /** Where the app gets its tokens: https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
  token: (tenantId: string) => string;
  /** Keys that Microsoft signs activities with. */
  keys: string;
  /** Calls for all teams, until a team has named its own address. */
  service: string;
}

export function msteamsAddresses({ external }: Pick<ExternalContext, 'external'>): MsteamsAddresses {
  const own = external.channelApis.get(contract.id);
  const login = own ?? 'https://login.microsoftonline.com';
  return {
    token: (tenantId) => `${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    keys: `${own ?? 'https://login.botframework.com'}/v1/.well-known/keys`,
    service: own ?? contract.api,
  };
}

/** Whether our token may be sent to an address: that of Teams alone. */
export function isServiceOfTeams(context: Pick<ExternalContext, 'external'>, url: string): boolean {
  const { origin, username, password } = URL.parse(url) ?? {};
  return origin === new URL(msteamsAddresses(context).service).origin && username === '' && password === '';
}
