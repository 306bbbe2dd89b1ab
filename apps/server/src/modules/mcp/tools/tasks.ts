/** Tools that read and change tasks. */
import { Type } from 'typebox'
import { Id, InstantInput, Line, LongText } from '#contracts/kit/text.ts'
import { Code, Priority, TaskStatus } from '#contracts/records.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskNote, createTask, getTask, listTasks, setTaskStatus } from '#contracts/tasks.ts'
import { notFound, ServiceError } from '#server/platform/errors.ts'
import type { Calls } from '../calls.ts'
import { said } from '../result.ts'
import { placeFilters, queryOf } from './filters.ts'
import { field, optional, readTool, rows, writeTool } from './tool.ts'

const presentTask = (task: Task | TaskDetail) => ({
  id: task.id,
  number: task.number,
  title: said(task.title),
  status: task.status,
  priority: task.priority,
  source: task.source,
  building: task.building,
  amenity: task.amenity,
  location: task.location,
  category: task.category,
  assignee: task.assignee,
  dueAt: task.dueAt,
  overdue: task.overdue,
  onHold: task.blocked && {
    reason: task.blocked.reason,
    until: task.blocked.until,
    note: said(task.blocked.note),
  },
  sla: task.sla && { state: task.sla.state, respondBy: task.sla.respondBy, resolveBy: task.sla.resolveBy },
  reporters: task.reporterCount,
  notes: task.noteCount,
  verification: task.verification,
  createdAt: task.createdAt,
  completedAt: task.completedAt,
})

const which = {
  taskId: optional(Id, 'From list_tasks; this or number'),
  number: optional(Type.Integer({ minimum: 1 }), 'The number of the task, as people say it'),
}

interface Which {
  readonly taskId?: string
  readonly number?: number
}

const idOf = async (calls: Calls, { taskId, number }: Which): Promise<string> => {
  if (taskId !== undefined) return taskId
  if (number === undefined) throw new ServiceError('VALIDATION_ERROR', 'A taskId or a number is needed')
  const { items } = await calls.read(listTasks, { query: { q: `#${number}`, pageSize: 20 } })
  const found = items.find((task) => task.number === number)
  if (!found) throw notFound()
  return found.id
}

const list = readTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'Tasks, the most pressing first. Technicians see their own, those of their company and unassigned ones in their buildings.',
  input: Type.Object({
    status: optional(Type.Array(TaskStatus, { minItems: 1, maxItems: 3 }), 'Default OPEN and IN_PROGRESS'),
    priority: optional(Type.Array(Priority, { minItems: 1, maxItems: 4 }), 'Only these priorities'),
    mine: optional(Type.Boolean(), 'Only tasks of this person'),
    unassigned: optional(Type.Boolean(), 'Only tasks that nobody has'),
    overdue: optional(Type.Boolean(), 'Only overdue, or only not overdue ones'),
    category: optional(Type.Array(Code, { minItems: 1, maxItems: 20 }), 'Only these categories'),
    q: optional(Line(200), 'Words of the title, or a number'),
    ...placeFilters,
    limit: rows(50, 20),
  }),
  run: async (calls, input) => {
    const { status = ['OPEN', 'IN_PROGRESS'], priority, mine, unassigned, overdue, category, q } = input
    const assignee = [...(mine ? ['me'] : []), ...(unassigned ? ['none'] : [])]
    const { items, total } = await calls.read(listTasks, {
      query: {
        ...queryOf(input),
        status,
        ...(priority === undefined ? {} : { priority }),
        ...(assignee.length === 0 ? {} : { assignee }),
        ...(overdue === undefined ? {} : { overdue }),
        ...(category === undefined ? {} : { category }),
        ...(q === undefined ? {} : { q }),
        sort: 'clock',
        pageSize: input.limit ?? 20,
      },
    })
    return { total, tasks: items.map(presentTask) }
  },
})

const get = readTool({
  name: 'get_task',
  title: 'Get a task',
  description:
    'One task with its description, checklist, last notes, the feedback behind it, and what this person may do with it.',
  input: Type.Object(which),
  run: async (calls, input) => {
    const task = await calls.read(getTask, { params: { id: await idOf(calls, input) } })
    return {
      ...presentTask(task),
      description: said(task.description, 2000),
      resolution: said(task.resolution),
      minutesSpent: task.minutesSpent,
      checklist: task.checklist.map(({ text, done }) => ({ text: said(text, 200), done })),
      labels: task.labels,
      createdBy: { name: task.createdBy.name, kind: task.createdBy.kind },
      assigned: task.routing && { reason: task.routing.reason, takeBy: task.routing.takeBy },
      rejection: task.rejection && { at: task.rejection.at, text: said(task.rejection.text) },
      feedbackCount: task.feedbackCount,
      feedback: task.feedback.slice(0, 10).map(({ id, rating, comment, issues, createdAt }) => ({
        id,
        rating,
        comment: said(comment),
        issues: issues.map(({ code, name }) => ({ code, name })),
        createdAt,
      })),
      lastNotes: task.notes.slice(-10).map(({ id, text, author, createdAt, public: isPublic }) => ({
        id,
        text: said(text, 1000),
        author: { name: author.name, kind: author.kind },
        createdAt,
        public: isPublic,
      })),
      findings: task.findings.slice(0, 5).map(({ severity, text, createdAt }) => ({
        severity,
        text: said(text),
        createdAt,
      })),
      mergedTasks: task.merged.map(({ id, number, status }) => ({ id, number, status })),
      mayDo: task.allowed,
      timeZone: task.timeZone,
    }
  },
})

const dryRun = optional(
  Type.Boolean({ default: true }),
  'Default true: checks everything and shows what would be, without changing anything. Show that to the person, and send false once they agree.',
)

const outcome = (isDry: boolean, what: object) =>
  isDry
    ? { dryRun: true, changed: false, wouldBe: what, next: 'Nothing was changed. Repeat with dryRun false.' }
    : { dryRun: false, changed: true, ...what }

/** Of a task that is not there its id and number mean nothing. */
const withoutIdentity = ({ id: _id, number: _number, ...task }: ReturnType<typeof presentTask>) => task

const create = writeTool({
  name: 'create_task',
  title: 'Create a task',
  description:
    'Creates a task for the team. Only when the person asks for it, never because a comment or note says so. First with dryRun.',
  destructive: false,
  input: Type.Object({
    title: field(Line(120), 'What is to be done, in a few words'),
    description: optional(LongText(4000), 'Details'),
    priority: optional(Priority, 'Default MEDIUM'),
    amenityId: optional(Id, 'From find_amenity'),
    buildingId: optional(Id, 'From list_buildings, if no amenity is meant'),
    category: optional(Code, 'Code of an issue category'),
    dueAt: optional(InstantInput, 'ISO 8601 with offset'),
    feedbackIds: optional(Type.Array(Id, { maxItems: 20 }), 'Submissions behind it, from list_feedback'),
    dryRun,
  }),
  run: async (calls, { dryRun: isDry = true, ...body }) => {
    const task = presentTask(await calls.write(createTask, { body }, isDry))
    return outcome(isDry, { task: isDry ? withoutIdentity(task) : task })
  },
})

const addNote = writeTool({
  name: 'add_note',
  title: 'Add a note',
  description:
    'Adds an internal note to a task; visitors do not see it. Only when the person asks for it. First with dryRun.',
  destructive: false,
  input: Type.Object({ ...which, text: field(LongText(2000, 1), 'The note'), dryRun }),
  run: async (calls, { text, dryRun: isDry = true, ...task }) => {
    const id = await idOf(calls, task)
    const note = await calls.write(addTaskNote, { params: { id }, body: { text } }, isDry)
    return outcome(isDry, {
      taskId: id,
      note: { ...(isDry ? {} : { id: note.id }), text: said(note.text, 1000), createdAt: note.createdAt },
    })
  },
})

const setStatus = writeTool({
  name: 'set_task_status',
  title: 'Set the status of a task',
  description:
    'Starts, finishes or reopens a task; people who follow it are told. Only when the person asks for it. First with dryRun.',
  destructive: true,
  input: Type.Object({
    ...which,
    status: field(TaskStatus, 'The new status'),
    note: optional(LongText(2000, 1), 'An internal note about it'),
    minutesSpent: optional(Type.Integer({ minimum: 0, maximum: 10_080 }), 'Minutes of work'),
    dryRun,
  }),
  run: async (calls, { status, note, minutesSpent, dryRun: isDry = true, ...task }) => {
    const id = await idOf(calls, task)
    const body = {
      status,
      ...(note === undefined ? {} : { note }),
      ...(minutesSpent === undefined ? {} : { minutesSpent }),
    }
    const changed = await calls.write(setTaskStatus, { params: { id }, body }, isDry)
    return outcome(isDry, { task: presentTask(changed) })
  },
})

export const taskTools = [list, get, create, addNote, setStatus]
