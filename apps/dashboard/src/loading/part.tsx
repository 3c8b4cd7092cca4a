import { type ComponentType, lazy, useState } from 'react';

/**
 * React's `lazy` for a part of a screen: without a network the part is missing, the screen goes on, and the part
 * appears with the network.
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
  /** Renders it; suspends until it is loaded. */
  Part: ComponentType<Props>;
  /**
   * Loads it, so that it renders at once. React's own `lazy` would show the fallback all the same, for 0.3 seconds at
   * least.
   */
  load: () => Promise<Module>;
}

/**
 * Declares a part; once in a module, since each is a component of its own. A part that is not loaded when it renders is
 * awaited like a whole screen, or by `lazyPart`.
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
