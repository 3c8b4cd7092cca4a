/** Rows that every installation has from the beginning. */
export const rows = `
insert into settings default values;
insert into help_revision default values;
insert into totals (slot) select generate_series(0, 63);
insert into knowledge_sources (kind, name) values ('article', 'Articles');

-- Their permissions are declared in the contracts (builtInPermissions).
insert into roles (id, name, built_in) values
  ('00000000-0000-7000-8000-000000000001', 'admin', 'admin'),
  ('00000000-0000-7000-8000-000000000002', 'representative', 'representative'),
  ('00000000-0000-7000-8000-000000000003', 'lead', 'lead'),
  ('00000000-0000-7000-8000-000000000004', 'light', 'light'),
  ('00000000-0000-7000-8000-000000000005', 'auditor', 'auditor');
`;
