/** How many sockets are open here by the network they come from (`clientNetwork`). */
export class SocketsPerNetwork {
  readonly #sockets = new Map<string, number>();

  count(network: string): number {
    return this.#sockets.get(network) ?? 0;
  }

  add(network: string): void {
    this.#sockets.set(network, this.count(network) + 1);
  }

  remove(network: string): void {
    const left = this.count(network) - 1;
    if (left > 0) this.#sockets.set(network, left);
    else this.#sockets.delete(network);
  }
}
