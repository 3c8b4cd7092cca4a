import type { FormField, FormTexts } from '@parley/contracts/forms/forms';
import type { Defaulted, DefaultedInstant, Json } from './columns.ts';

export interface FormsTable {
  id: Defaulted<string>;
  name: string;
  title: Json<FormTexts>;
  fields: Json<FormField[]>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface FormTables {
  forms: FormsTable;
}
