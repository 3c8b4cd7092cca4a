/** What a visitor needs who talks, and not one who only looks: loaded with the first connection. */
export { followConversation } from '@parley/client/follow';
export { openSharedSocket } from '../talk/shared-socket.ts';
