/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  schedule: exportKind(
    'schedules',
    'schedule',
    ['building', 'amenity', 'app_user', 'operator', 'company'],
    [
      'id',
      'name',
      'enabled',
      'kind',
      'rrule',
      'starts_at',
      'time_zone',
      'follows_zone',
      'template',
      'if_open',
      'last_run_at',
      'next_at',
      'created_at',
      'version',
    ],
    {
      without: {
        done_until: 'time of the last run or change',
        upcoming: 'follows from the rule',
      },
    },
  ),
  schedule_run: 'the task of each run; tasks are exported',
}
