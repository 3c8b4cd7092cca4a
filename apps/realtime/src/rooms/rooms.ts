/** Which conversations have sockets on this node. A node listens to a conversation only while it has. */
import { liveChannels } from '@parley/contracts/live';
import type { Listener } from '@parley/service/pubsub';
import { type ChannelSource, untilListening } from '../listening.ts';
import type { Figures } from '../metrics.ts';
import type { Connection } from '../sockets/connection.ts';
import { Room } from './room.ts';

interface Listening {
  room: Room;
  listener: Listener;
}

export class Rooms {
  readonly #rooms = new Map<string, Listening>();
  readonly #pubsub: ChannelSource;
  readonly #figures: Figures;

  constructor(pubsub: ChannelSource, figures: Figures) {
    this.#pubsub = pubsub;
    this.#figures = figures;
  }

  get size(): number {
    return this.#rooms.size;
  }

  find(conversationId: string): Room | undefined {
    return this.#rooms.get(conversationId)?.room;
  }

  /** The room of a conversation, opened if this is its first socket here. Close it with `tidy` when nobody came in. */
  open(conversationId: string): Room {
    const known = this.#rooms.get(conversationId);
    if (known) return known.room;
    const channel = liveChannels.conversation(conversationId);
    let listener: Listener = () => undefined;
    const listen = (hear: Listener): Promise<void> => {
      listener = hear;
      return this.#pubsub.subscribe(channel, hear);
    };
    const room = new Room(listen, this.#figures);
    this.#rooms.set(conversationId, { room, listener });
    return room;
  }

  /** Resolves when the room hears. @throws DependencyUnavailable */
  async untilListening(room: Room): Promise<void> {
    await untilListening(this.#pubsub, room.listening);
  }

  leave(conversationId: string, connection: Connection): void {
    this.find(conversationId)?.leave(connection);
    this.tidy(conversationId);
  }

  /** Stops listening to a conversation that has no socket here. */
  tidy(conversationId: string): void {
    const known = this.#rooms.get(conversationId);
    if (!known?.room.isEmpty) return;
    this.#rooms.delete(conversationId);
    void this.#pubsub.unsubscribe(liveChannels.conversation(conversationId), known.listener);
  }
}
