import { type ComponentType, lazy, useState } from 'react';

/**
 * React's `lazy` for what is only part of a screen: without a network nothing of it is there, the screen goes on, and it
 * comes with the network.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => onceOnline(load));

async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return load();
  }
}

/** A part of the program that is fetched when it is wanted, or ahead of that. */
export interface Part<Props extends object, Module> {
  /** Draws it; suspends while it is not here. */
  Part: ComponentType<Props>;
  /**
   * Fetches it, so that it is drawn at once. React's own `lazy` would show what stands in for it all the same, for 0.3
   * seconds at least.
   */
  load: () => Promise<Module>;
}

/**
 * Declares a part; once in a module, since every one is a component of its own. Where it is not here when it is drawn it
 * is waited for as a whole screen is, or by `lazyPart`.
 */
export function part<Props extends object, Module>(
  fetchModule: () => Promise<Module & { default: ComponentType<Props> }>,
  awaited: typeof lazy = lazy,
): Part<Props, Module> {
  let here: ComponentType<Props> | undefined;
  const load = async () => {
    const module = await fetchModule();
    here = module.default;
    return module;
  };
  const Awaited = awaited(load);
  return {
    load,
    Part(props) {
      const [Drawn] = useState(() => here ?? Awaited);
      return <Drawn {...props} />;
    },
  };
}
