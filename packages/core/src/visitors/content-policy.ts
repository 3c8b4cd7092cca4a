/** Reads content security policies as browsers do, as far as they decide whether the widget works. */

/** Directives of one policy; the first of a name counts. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** Returns the policies of a page: from its header, which may have several, and from its own `<meta>` elements. */
export function policiesOf(header: string | undefined, metas: readonly string[]): Policy[] {
  return [...(header?.split(',') ?? []), ...metas].map(parse).filter((policy) => policy.size > 0);
}

function parse(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** Something that a page wants to load. */
export interface Wanted {
  url: URL;
  /** The page that wants it. */
  page: URL;
  /** Nonce of a script's element. */
  nonce?: string | undefined;
}

/** Directives that decide, the most specific first: the first one that a policy has applies. */
const chains = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  img: ['img-src', 'default-src'],
} as const;

/** Returns the directive that forbids it, as the policy has it; undefined if all policies allow it. */
export function forbiddenBy(
  policies: readonly Policy[],
  kind: keyof typeof chains,
  wanted: Wanted,
): string | undefined {
  for (const policy of policies) {
    const name = chains[kind].find((each) => policy.has(each));
    const sources = name === undefined ? undefined : policy.get(name);
    if (name !== undefined && sources && !allows(sources, kind, wanted)) return [name, ...sources].join(' ');
  }
  return undefined;
}

function allows(sources: readonly string[], kind: keyof typeof chains, wanted: Wanted): boolean {
  const { nonce } = wanted;
  if (kind === 'script') {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
    // Addresses count for nothing then.
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  }
  return sources.some((source) => matches(source.toLowerCase(), wanted));
}

/** Schemes that a source with this one covers as well. */
const upgrades: Readonly<Record<string, readonly string[]>> = {
  'http:': ['http:', 'https:'],
  'https:': ['https:'],
  'ws:': ['ws:', 'wss:', 'http:', 'https:'],
  'wss:': ['wss:', 'https:'],
};

function matches(source: string, { url, page }: Wanted): boolean {
  if (source === '*') return true;
  if (source === "'self'")
    return url.host === page.host && url.protocol.endsWith('s:') === page.protocol.endsWith('s:');
  if (source.startsWith("'")) return false;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return (upgrades[source] ?? [source]).includes(url.protocol);
  const [, scheme, host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/.exec(source) ?? [];
  const wantedPort = url.port || (url.protocol.endsWith('s:') ? '443' : '80');
  // Without a scheme it is the page's, or its encrypted and its socket form.
  const schemes = scheme
    ? (upgrades[scheme] ?? [scheme])
    : page.protocol === 'http:'
      ? upgrades['ws:']
      : upgrades['wss:'];
  return (
    (schemes ?? []).includes(url.protocol) &&
    (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host) &&
    (port === '*' || (port ?? (url.port ? '' : wantedPort)) === wantedPort) &&
    (path.endsWith('/') || path === '' ? url.pathname.startsWith(path) : url.pathname === path)
  );
}
