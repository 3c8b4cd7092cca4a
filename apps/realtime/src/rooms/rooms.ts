/** Which conversations have sockets on this node. A node listens to a conversation only while it has. */
import { liveChannels } from '@parley/contracts/live';
import type { BytesListener } from '@parley/service/pubsub';
import { type ChannelSource, untilSubscribed } from '../subscription.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { Connection } from '../sockets/connection.ts';
import { Room } from './room.ts';

interface SubscribedRoom {
  room: Room;
  listener: BytesListener;
}

export class Rooms {
  readonly #rooms = new Map<string, SubscribedRoom>();
  readonly #pubsub: ChannelSource;
  readonly #metrics: GatewayMetrics;

  constructor(pubsub: ChannelSource, metrics: GatewayMetrics) {
    this.#pubsub = pubsub;
    this.#metrics = metrics;
  }

  get size(): number {
    return this.#rooms.size;
  }

  find(conversationId: string): Room | undefined {
    return this.#rooms.get(conversationId)?.room;
  }

  /** The room of a conversation, opened if this is its first socket here. Close it with `closeIfEmpty` when nobody came in. */
  open(conversationId: string): Room {
    const known = this.#rooms.get(conversationId);
    if (known) return known.room;
    const channel = liveChannels.conversation(conversationId);
    let listener: BytesListener = () => undefined;
    const listen = (onBroadcast: BytesListener): Promise<void> => {
      listener = onBroadcast;
      return this.#pubsub.subscribeToBytes(channel, onBroadcast);
    };
    const room = new Room(listen, this.#metrics);
    this.#rooms.set(conversationId, { room, listener });
    return room;
  }

  /** Resolves when the room hears. @throws DependencyUnavailable */
  async untilSubscribed(room: Room): Promise<void> {
    await untilSubscribed(this.#pubsub, room.subscribed);
  }

  leave(conversationId: string, connection: Connection): void {
    this.find(conversationId)?.leave(connection);
    this.closeIfEmpty(conversationId);
  }

  /** Stops listening to a conversation that has no socket here. */
  closeIfEmpty(conversationId: string): void {
    const known = this.#rooms.get(conversationId);
    if (!known?.room.isEmpty) return;
    this.#rooms.delete(conversationId);
    void this.#pubsub.unsubscribe(liveChannels.conversation(conversationId), known.listener);
  }
}
