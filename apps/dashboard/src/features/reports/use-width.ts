import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Returns the width of an element in pixels, and a reference for it. */
export function useWidth<E extends Element>(before: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(1, Math.floor(entry.contentRect.width))),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
