/** Companies: which contacts work for the same customer. For staff only. */
import * as Type from 'typebox';
import { companyDomainsMax, companyNameMaxLength } from './limits.ts';
import { Id, Name, Nullable, OneOf, Timestamp } from '../schema.ts';
import { AttributeValue } from './attributes.ts';

/** Sources of a contact's company: a user, the website's signed `company`, or a domain of a proven address. */
export const companySources = ['representative', 'signed', 'domain'] as const;
export type CompanySource = (typeof companySources)[number];

export const CompanyName = Name({ maxLength: companyNameMaxLength });

/** Domains of the company's own addresses. */
export const CompanyDomains = Type.Array(Type.String({ maxLength: 253, examples: ['acme.example'] }), {
  maxItems: companyDomainsMax,
  uniqueItems: true,
});

export const CompanyEntry = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Acme Ltd'] }),
    domains: Type.Array(Type.String({ examples: ['acme.example'] })),
    /** Contacts of the company; for a caller with a scope, those with a conversation in it. */
    contactCount: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { $id: 'CompanyEntry' },
);
export type CompanyEntry = Type.Static<typeof CompanyEntry>;

export const Company = Type.Object(
  { ...CompanyEntry.properties, attributes: Type.Array(AttributeValue) },
  { $id: 'Company' },
);
export type Company = Type.Static<typeof Company>;

/** Company of a contact, with what decided it. */
export const CompanyOfContact = Type.Object({ id: Id, name: Type.String(), source: Nullable(OneOf(companySources)) });
export type CompanyOfContact = Type.Static<typeof CompanyOfContact>;
