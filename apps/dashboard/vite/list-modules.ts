import path from 'node:path';
import type { Rolldown } from 'vite';

const page = path.resolve(import.meta.dirname, '../src/pages/conversations-page.tsx');

/**
 * Parts of menus and dialogs. The index files of the libraries import everything, so a button would count as importing
 * them.
 */
const later = /\/node_modules\/(@zag-js|@floating-ui)\/|\/@ark-ui\/react\/dist\/components\/(?!factory|portal|field\/)/;

/** A component of Chakra's, not an index. */
const chakraPart = /\/@chakra-ui\/.*\/components\/[^/]+\/(?!index)/;

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Returns a module and those that it imports statically, directly or not. */
function withImports(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  const isOfMenu = chakraPart.test(id) && imported.some((each) => later.test(each));
  if (later.test(id) || isOfMenu) return seen;
  seen.add(id);
  for (const each of imported) withImports(each, graph, seen);
  return seen;
}

/** Names one chunk for the modules that the conversations page can't render its list without. */
export function listModules(name: string): Rolldown.CodeSplittingNameFunction {
  let found: Set<string> | undefined;
  return (id, graph) => {
    found ??= withImports(page, graph);
    return found.has(id) ? name : null;
  };
}
