import { type ReactNode, useEffect } from 'react';
import styles from './documentation.module.css';
import { type Block, blocksOf } from './markdown.ts';

/** A table may be wider than its place. */
const scrolledByKeys = { tabIndex: 0, role: 'group' };

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|\*([^*\s][^*]*)\*|<(https?:[^>\s]+)>/g;

/** Code, emphasis and links within a line. */
function spans(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, label, href, emphasis, address] = match;
    parts.push(text.slice(from, match.index));
    if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else if (strong !== undefined) parts.push(<strong key={match.index}>{strong}</strong>);
    else if (emphasis !== undefined) parts.push(<em key={match.index}>{emphasis}</em>);
    else if (address !== undefined)
      parts.push(
        <a key={match.index} href={address} rel="noopener noreferrer">
          {address}
        </a>,
      );
    // Other documents lie in the repository, beside this one, and are not served.
    else if (href && /^(https?:|#|\/)/.test(href))
      parts.push(
        <a key={match.index} href={href}>
          {label}
        </a>,
      );
    else parts.push(label);
    from = match.index + whole.length;
  }
  parts.push(text.slice(from));
  return parts;
}

function Heading({ block }: { block: Extract<Block, { kind: 'heading' }> }) {
  if (block.level === 1) return <h1 id={block.id}>{spans(block.text)}</h1>;
  if (block.level === 2) return <h2 id={block.id}>{spans(block.text)}</h2>;
  return <h3 id={block.id}>{spans(block.text)}</h3>;
}

function Piece({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'list': {
      const items = block.items.map((item, index) => <li key={`${index}${item}`}>{spans(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <div className={styles.table} {...scrolledByKeys}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={`${index}${cell}`} scope="col">
                    {spans(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, line) => (
                <tr key={`${line}${row.join()}`}>
                  {row.map((cell, index) => (
                    <td key={`${index}${cell}`} data-column={block.head[index]}>
                      {spans(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'paragraph':
      return <p>{spans(block.text)}</p>;
  }
}

/** Renders the documentation from its Markdown, and scrolls to `anchor`. */
export function Document({ text, anchor }: { text: string; anchor: string }) {
  const blocks = blocksOf(text);
  useEffect(() => {
    const headings = [...document.querySelectorAll('article [id]')];
    const target = headings.find(({ id }) => id === anchor) ?? headings.find(({ id }) => anchor && id.includes(anchor));
    target?.scrollIntoView();
  }, [text, anchor]);
  return (
    <article className={styles.document}>
      {blocks.map((block, index) => (
        <Piece key={`${index}${block.kind}`} block={block} />
      ))}
    </article>
  );
}
