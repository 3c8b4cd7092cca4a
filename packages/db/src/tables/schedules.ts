import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Holiday, ScheduleException, ScheduleWeek } from '@parley/contracts/schedules/schedule';
import type { Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface SchedulesTable {
  id: Defaulted<string>;
  name: Defaulted<string>;
  isDefault: Defaulted<boolean>;
  /** Null for the default schedule, as is its week: business hours determine them. */
  timezone: Defaulted<string | null>;
  week: Json<ScheduleWeek | null>;
  exceptions: Json<ScheduleException[]>;
  holidays: Json<Holiday[]>;
  holidaysUrl: Defaulted<string | null>;
  holidaysReadAt: NullableInstant;
  holidaysFailure: Json<{ reason: string; localized: LocalizedText | null } | null>;
  holidaysDueAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ScheduleTables {
  schedules: SchedulesTable;
}
