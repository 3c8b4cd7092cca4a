import { type ESTree, type Plugin, Visitor } from 'vite';

/** Parts of a route that a call reads. Its schemas, rights and texts are for the server. */
const readParts = ['method', 'path'];

const isRead = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && readParts.includes(property.key.name);

/**
 * Reduces the routes in the bundle to the parts that a call reads, so that browsers don't load schemas and texts. Fails a
 * build with a route that has these parts elsewhere than in its declaration.
 */
export function routesForCalls(): Plugin {
  return {
    name: 'parley-routes-for-calls',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contracts\/src\/routes\/[\w-]+\.ts$/ },
      handler(code) {
        const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end);
        const pieces: string[] = [];
        let end = 0;
        new Visitor({
          CallExpression: (call) => {
            const [declaration] = call.arguments;
            if (textOf(call.callee) !== 'route' || declaration?.type !== 'ObjectExpression') return;
            const parts = declaration.properties.filter(isRead).map(textOf);
            if (parts.length !== readParts.length) this.error(`A route without method or path: ${textOf(call)}`);
            pieces.push(code.slice(end, call.start), `({ ${parts.join(', ')} })`);
            end = call.end;
          },
        }).visit(this.parse(code));
        return { code: pieces.join('') + code.slice(end), map: null };
      },
    },
  };
}
