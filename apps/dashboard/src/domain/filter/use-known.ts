import { companiesPerPageMax } from '@parley/contracts/conversations/limits';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { listCompanies } from '@parley/contracts/routes/companies';
import { listMailboxNames } from '@parley/contracts/routes/mail';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listSlaPolicies } from '@parley/contracts/routes/sla';
import { listTags } from '@parley/contracts/routes/tags';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useQuery } from '@tanstack/react-query';
import { read, useRead } from '../../api/read.ts';
import { useTeams } from '../users/use-teams.ts';
import { useMay } from '../../forms/permissions.ts';
import type { Known } from './conditions.ts';

/** Loads the names of users, websites, tags, teams and attributes. */
export function useKnown(): Known {
  const users = useRead(listRepresentatives, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const mayReadContacts = useMay('contacts.read');
  const companies =
    useQuery({ ...read(listCompanies, { query: { limit: companiesPerPageMax } }), enabled: mayReadContacts }).data ??
    [];
  const mailboxes = useRead(listMailboxNames, {}).data ?? [];
  const tags = useRead(listTags, {}).data ?? [];
  const slaPolicies = useRead(listSlaPolicies, {}).data ?? [];
  const attributes = useRead(listAttributes, {}).data ?? [];
  return { users, websites, companies, mailboxes, tags, teams: useTeams(), slaPolicies, attributes };
}
