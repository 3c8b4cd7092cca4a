/** Between the window in which somebody proves who they are, and the one that waits for it. */
const channelName = 'parley-proof';

/** Tells every window of this browser's: null that it is proven, else why it is not. */
export function tellProof(reason: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin.
  channel.postMessage(reason);
  channel.close();
}

/** Hears of it; answers how to stop. */
export function hearProof(onHeard: (reason: string | null) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    onHeard(typeof data === 'string' ? data : null),
  );
  return () => channel.close();
}
