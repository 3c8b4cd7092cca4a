/** The variables the gateway understands. */
import { networkConfig } from '@parley/core/users/networks';
import { baseConfig } from '@parley/service/config';
import * as Type from 'typebox';

export const realtimeConfig = Type.Object({
  ...baseConfig.properties,
  ...networkConfig,
  SOCKETS_PER_VISITOR: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 20,
    description: 'Sockets of one visitor on one gateway at most, a browser’s tabs sharing one; 0 for no bound',
  }),
  SOCKETS_PER_ADDRESS: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 5_000,
    description: 'Sockets from one network address (of IPv6 a /64) on one gateway at most; 0 for no bound',
  }),
});
export type RealtimeConfig = Type.Static<typeof realtimeConfig>;
