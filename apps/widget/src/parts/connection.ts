/** Parts for visitors who write, not for those who only look: loaded with the first connection. */
export { followConversation } from '@parley/client/follow';
export { openLive } from '@parley/client/live';
export { createOutbox } from '@parley/client/outbox';
export { openSharedSocket } from '../talk/shared-socket.ts';
