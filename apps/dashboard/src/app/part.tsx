import { type ComponentType, lazy, useState } from 'react';

/** A part of the program that is fetched when it is wanted, or ahead of that. */
export interface Part<Props extends object, Module> {
  /** Draws it; suspends while it is not here. */
  Part: ComponentType<Props>;
  /** Fetches it, so that it is drawn at once. React's own `lazy` would show what stands in for it all the same. */
  load: () => Promise<Module>;
}

/** Declares a part; once in a module, since every one is a component of its own. */
export function part<Props extends object, Module extends { default: ComponentType<Props> }>(
  fetchModule: () => Promise<Module>,
): Part<Props, Module> {
  let here: ComponentType<Props> | undefined;
  const load = async () => {
    const module = await fetchModule();
    here = module.default;
    return module;
  };
  const Awaited = lazy(load);
  return {
    load,
    Part(props) {
      const [Drawn] = useState(() => here ?? Awaited);
      return <Drawn {...props} />;
    },
  };
}
