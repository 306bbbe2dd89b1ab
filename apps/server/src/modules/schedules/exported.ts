/** What of this module's tables is exported, or why not. */
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
        done_until: 'how far it is done: the same as the last run, or when it was changed',
        upcoming: 'follows from the rule',
      },
    },
  ),
  schedule_run: 'which task waits for which; the tasks are exported',
}
