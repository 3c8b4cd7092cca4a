/** How many sockets are open here by network address. */
import { clientNetwork } from '@parley/service/client-address';

export class SocketsPerAddress {
  readonly #sockets = new Map<string, number>();

  /** How many sockets the network of this address has here. */
  count(address: string): number {
    return this.#sockets.get(clientNetwork(address)) ?? 0;
  }

  /** One more of this address. Answers what its departure is told by. */
  add(address: string): string {
    const network = clientNetwork(address);
    this.#sockets.set(network, this.count(address) + 1);
    return network;
  }

  remove(network: string): void {
    const left = (this.#sockets.get(network) ?? 0) - 1;
    if (left > 0) this.#sockets.set(network, left);
    else this.#sockets.delete(network);
  }
}
