/** Filters of task lists, their summary and their exports. */
import { Type } from 'typebox'
import { idFilter } from '../kit/endpoint.ts'
import { DateOnly, Line } from '../kit/text.ts'
import { Code, Priority, TaskStatus } from '../records.ts'
import { TaskSource } from './records.ts'

/** Ids, `me` or `none`, comma-separated. */
const assigneeFilter = Type.Optional(
  Type.Array(
    Type.String({ pattern: '^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$', 'x-text': 'id' }),
    { maxItems: 100 },
  ),
)

/** The same in list and summary, so that every count leads to its rows. */
export const taskFilters = {
  status: Type.Optional(Type.Array(TaskStatus, { maxItems: 10 })),
  assignee: assigneeFilter,
  assigneeId: assigneeFilter,
  building: idFilter,
  buildingId: idFilter,
  amenity: idFilter,
  amenityId: idFilter,
  priority: Type.Optional(Type.Array(Priority, { maxItems: 10 })),
  source: Type.Optional(Type.Array(TaskSource, { maxItems: 10 })),
  category: Type.Optional(Type.Array(Code, { maxItems: 50 })),
  overdue: Type.Optional(Type.Boolean()),
  /** type of the amenity */
  type: Type.Optional(Type.Array(Code, { maxItems: 50 })),
  /**
   * SLA outcome by both clocks, reopenings included, as the SLA figures count it. Tasks without a clock never match;
   * below PRO there are none.
   */
  promise: Type.Optional(Type.Array(Type.Enum(['MET', 'MISSED', 'RUNNING', 'PAUSED']), { maxItems: 4 })),
  /** days in the time zone of the building if exactly one is filtered, else of the tenant; both included */
  createdFrom: Type.Optional(DateOnly),
  createdTo: Type.Optional(DateOnly),
  /** when the task was finished */
  doneFrom: Type.Optional(DateOnly),
  doneTo: Type.Optional(DateOnly),
  /** beginnings of words: of title and description, or of the names of place and assignee; or the number */
  q: Type.Optional(Line(200, 0)),
}
