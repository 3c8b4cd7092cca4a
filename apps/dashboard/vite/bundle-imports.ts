import type { Rolldown } from 'vite';

/** Adds a chunk's file and those it imports statically. */
export function withImports(bundle: Rolldown.OutputBundle, file: string, seen: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return;
  seen.add(file);
  for (const imported of chunk.imports) withImports(bundle, imported, seen);
}
