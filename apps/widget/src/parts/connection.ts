/** Parts for visitors who write, not for those who only look: loaded with the first connection. */
export { followConversation } from '@parley/client/follow';
export { openSharedSocket } from '../talk/shared-socket.ts';
