/** By what lists of tasks, their summary and their files are narrowed. */
import { Type } from 'typebox'
import { idFilter } from '../kit/endpoint.ts'
import { DateOnly, Line } from '../kit/text.ts'
import { Code, Priority, TaskStatus } from '../records.ts'
import { TaskSource } from './records.ts'

/** Ids, `me` or `none`, several by comma. */
const assigneeFilter = Type.Optional(
  Type.Array(
    Type.String({ pattern: '^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$', 'x-text': 'id' }),
    { maxItems: 100 },
  ),
)

/** The same in the list and in the summary, so that every count leads to its rows. */
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
  /** of the amenity */
  type: Type.Optional(Type.Array(Code, { maxItems: 50 })),
  /**
   * what became of its promise, by both of its clocks, reopenings included: as the figures of SLA count it. Tasks
   * without a clock are in none; below PRO there are none.
   */
  promise: Type.Optional(Type.Array(Type.Enum(['MET', 'MISSED', 'RUNNING', 'PAUSED']), { maxItems: 4 })),
  /** days by the clock of the building where exactly one is asked for, else of the tenant; both included */
  createdFrom: Type.Optional(DateOnly),
  createdTo: Type.Optional(DateOnly),
  /** of tasks that are done: when they were finished */
  doneFrom: Type.Optional(DateOnly),
  doneTo: Type.Optional(DateOnly),
  q: Type.Optional(Line(200, 0)),
}
