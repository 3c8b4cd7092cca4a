/** Finding of a look at a website's page: whether the widget can work there. */
import * as Type from 'typebox';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

/** Everything that can be wrong, the worst first. */
export const installFaults = [
  /** The page can't be fetched: name, network, certificate, time. */
  'unreachable',
  /** The address of the page is one that this server may not call. */
  'address_refused',
  /** The page returns a status other than 2xx. */
  'status',
  /** The page leads to another website, which is not in the list. */
  'other_website',
  'not_html',
  'inactive',
  /** The website's page rules hide the widget on this page. */
  'hidden_by_rules',
  'snippet_missing',
  /** The script comes from another installation. */
  'other_installation',
  /** The page's policy doesn't allow the script. */
  'csp_script',
  /** The page's policy doesn't allow its connections. */
  'csp_connect',
  /** The page is encrypted and the script's address is not. */
  'mixed_content',
  /** A second tag, which does nothing. */
  'snippet_twice',
  /** The page's policy allows no pictures from here: visitors see initials in place of faces. */
  'csp_img',
] as const;
export type InstallFault = (typeof installFaults)[number];

export const InstallCheck = Type.Object(
  {
    /** Address that was fetched, after redirects. */
    url: Type.String({ examples: ['https://shop.example.com/'] }),
    faults: Type.Array(
      Type.Object({
        fault: OneOf(installFaults),
        /** Evidence: a status, a host, the part of the policy that applies. */
        detail: Nullable(Type.String()),
      }),
    ),
    checkedAt: Timestamp,
  },
  { $id: 'InstallCheck' },
);
export type InstallCheck = Type.Static<typeof InstallCheck>;
