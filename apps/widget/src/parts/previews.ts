/** Shows below messages of the team what their links lead to: loaded with the first such message. Drawn without Preact. */
import type { LinkPreview } from '@parley/contracts/visitors/link-preview';
import { addresses } from '@parley/contracts/text/links';
import { messagesPath } from '../contract.static.ts';
import { make, styleOnce } from '../dom.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Talk } from '../talk/talk.ts';

const styles = `
.preview { display: block; max-width: 100%; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; color: inherit; font-size: 13px; text-decoration: none; }
.preview:hover { background: var(--raised); }
.preview > * { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
.preview b { font-weight: 600; }
.preview small { color: var(--quiet); }
`;

/** Previews by message, as far as they were asked for. */
const asked = new WeakMap<Talk, Map<string, Promise<LinkPreview | null>>>();

const hasLink = (content: string): boolean => (content.match(addresses) ?? []).some((each) => !each.includes('@'));

/** Draws the previews of messages that are shown, and asks for those that are new. */
export function draw({ launcher: { root } }: Pick<WidgetPage, 'launcher'>, talk: Talk): void {
  const known = asked.get(talk) ?? new Map<string, Promise<LinkPreview | null>>();
  asked.set(talk, known);
  for (const { id, seq, content, senderType, removedAt } of talk.state.messages) {
    if (!id || seq === undefined || senderType !== 'representative' || !hasLink(content)) continue;
    if (removedAt) {
      root.getElementById(id)?.querySelector('.preview')?.remove();
      continue;
    }
    // An edited message may lead elsewhere.
    const key = `${id} ${content}`;
    const preview =
      known.get(key) ??
      talk.visitor
        ?.call<LinkPreview | null>('GET', `${messagesPath}/${seq}/link-preview${talk.query}`)
        .catch(() => null);
    if (!preview) continue;
    known.set(key, preview);
    void preview.then((found) => show(root, id, key, found));
  }
}

function show(root: ShadowRoot, id: string, key: string, found: LinkPreview | null): void {
  const message = root.getElementById(id);
  const before = message?.querySelector<HTMLElement>('.preview');
  if (!message || before?.dataset['key'] === key) return;
  before?.remove();
  if (!found) return;
  styleOnce(root, styles);
  const card = make(
    'a',
    { className: 'preview', href: found.url, target: '_blank', rel: 'noopener noreferrer' },
    make('small', { dir: 'ltr' }, found.host),
    make('b', { dir: 'auto' }, found.title),
    ...(found.description === null ? [] : [make('small', { dir: 'auto' }, found.description)]),
  );
  card.dataset['key'] = key;
  message.querySelector('.bubble')?.after(card);
}
