/** Channel between the window in which the user signs in again, and the one that waits for it. */
const channelName = 'parley-proof';

/** Sends the result of a proof to every window of this browser: null for success, otherwise the reason. */
export function announceProof(reason: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  channel.postMessage(reason);
  channel.close();
}

/** Listens for it; returns the function that ends that. */
export function hearProof(onHeard: (reason: string | null) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    onHeard(typeof data === 'string' ? data : null),
  );
  return () => channel.close();
}
