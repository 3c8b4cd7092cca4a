/** Preact without what the chat never does: taking over existing markup, suspending, portals, setting markup, holding the values of fields. */
import type { Plugin } from 'rolldown';

/**
 * Exact pieces of `preact/dist/preact.mjs`, and what stands in for each. After an update of Preact a piece may not be
 * found: the build says which, and it is to be looked up in Preact's `src/diff` anew, or dropped here.
 */
const replaced: readonly (readonly [what: string, piece: string | RegExp, instead: string])[] = [
  ['resumes a suspended tree', /128&u\.__u&&\(c=32&u\.__u,.*?l=o\[0\]\|\|l\),/, ''],
  ['suspends', /if\(e\.length=v,r\.__v=null,c\|\|o\).*?else r\.__e=u\.__e;/, 'e.length=v;r.__v=null;r.__e=u.__e;'],
  ['removes a suspended tree', /!u&&\(i=t\.__c\)&&\(i=i\.__z\)&&.*?g\(i\)\),/, ''],
  [
    'adopts elements',
    /if\(("svg"==C\?[^:]*:[^:]*:)"math"==C\?f="[^"]*":(f\|\|\(f="[^"]*"\)),o\)for\(.*?break\}/,
    '$1$2;',
  ],
  ['tells of what does not fit', ',l&&(n.__m&&n.__m(r,o),l=!1),o=null', ''],
  ['reads existing attributes', /if\((a="template"==C&&t\.content\|\|t),o=.*?=k\.value;/, '$1;'],
  ['takes markup as a property', '"dangerouslySetInnerHTML"==s?y=k:', ''],
  ['takes markup as a property, anew', '"dangerouslySetInnerHTML"==s?h=k:', ''],
  ['leaves existing attributes', 'l&&"function"!=typeof k||', ''],
  [
    'sets markup',
    /h\?\(l\|\|y&&.*?r\.__k=\[\]\):\(y&&.*?,I\((.*?),o\?o\[0\]:(.*?),l,c\),o&&o\.some\(g\)\),/,
    'I($1,$2,l,c),',
  ],
  ['renames attributes of drawings', '==i)t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(', '!=i&&'],
  ['knows values from their defaults', '||"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x', ''],
  ['knows values from other properties', '"value"==s?b=k:"checked"==s?m=k:', ''],
  ['keeps the values of fields', /,l&&"textarea"!=C\|\|\(s="value",.*?m,\$\[s\],f\)\)\}else/, '}else'],
  ['leaves existing text', '||l&&t.data==x', ''],
  ['removes what was not adopted', 'p&&p.some(g),', ''],
  ['draws elsewhere', /M\.__P&&\(s=l,f=.*?S\(u,0\):null\),/, ''],
  ['came from elsewhere', 'M.__P&&(r.__e=null,l=s),', ''],
];

export const leanPreact: Plugin = {
  name: 'lean-preact',
  transform: {
    filter: { id: /preact\/dist\/preact\.mjs$/ },
    handler(code) {
      return replaced.reduce((lean, [what, piece, instead]) => {
        const leaner = lean.replace(piece, instead);
        if (leaner === lean) throw new Error(`Where Preact ${what} is not found any more: see build/lean-preact.ts`);
        return leaner;
      }, code);
    },
  },
};
