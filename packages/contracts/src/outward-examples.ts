/** A sample body of each webhook, for OpenAPI and for choosing events. */
import { documented } from './kit/example.ts'
import {
  type Outward,
  type OutwardFeedback,
  type OutwardFinding,
  type OutwardName,
  type OutwardOperator,
  type OutwardRound,
  type OutwardStatusItem,
  type OutwardTask,
  outwardNames,
} from './outward.ts'

const at = '2026-11-20T08:15:00.000Z'
const later = '2026-11-20T08:31:12.000Z'
const { amenityId, buildingId, taskId, feedbackId, statusItemId, technicianId, operatorId, webhookId } =
  documented
const amenity = { id: amenityId, name: 'Washroom East' }
const building = { id: buildingId, name: 'Main library' }
const anna = { id: technicianId, name: 'Anna Öztürk' }

const task: OutwardTask = {
  id: taskId,
  number: 412,
  title: 'No paper, Washroom East',
  description: '',
  status: 'OPEN',
  priority: 'HIGH',
  source: 'FEEDBACK',
  building,
  amenity,
  location: 'Level 2, East',
  category: 'NO_PAPER',
  categoryName: 'No paper',
  skill: 'CLEANING',
  assignee: null,
  dueAt: '2026-11-20T14:15:00.000Z',
  overdue: false,
  labels: [],
  resolution: null,
  minutesSpent: null,
  reporterCount: 2,
  mergedInto: null,
  blocked: null,
  checklist: [],
  noteCount: 0,
  sla: null,
  escalationLevel: 0,
  reopenCount: 0,
  verification: 'NONE',
  rejection: null,
  routing: null,
  createdBy: { id: null, name: 'Wellkept', kind: 'SYSTEM' },
  createdAt: at,
  startedAt: null,
  completedAt: null,
  updatedAt: at,
  version: 1,
}
const taken = { ...task, assignee: { kind: 'USER', ...anna }, updatedAt: later, version: 2 } as const

const feedback: OutwardFeedback = {
  id: feedbackId,
  createdAt: at,
  hour: 8,
  rating: 2,
  issues: [{ code: 'NO_PAPER', name: 'No paper' }],
  hasComment: true,
  photos: 1,
  amenity,
  building,
  location: 'Level 2, East',
  task: null,
  language: 'en',
  state: 'VISIBLE',
  quarantined: false,
  labels: [],
  done: null,
  thread: 0,
}

const item: OutwardStatusItem = {
  id: statusItemId,
  amenityId,
  amenity,
  building,
  name: 'General',
  position: 0,
  visible: true,
  state: 'DEGRADED',
  report: 'CONFIRMED',
  since: at,
  reports: 2,
  note: null,
  expectedEnd: null,
  createdAt: '2026-09-01T07:00:00.000Z',
  version: 4,
}

const scout = { id: '01940a3b-7c1e-7f00-8a00-000000000060', name: 'Mystery visitor 7' }
const round: OutwardRound = {
  id: '01940a3b-7c1e-7f00-8a00-000000000061',
  number: 31,
  title: 'Morning round',
  state: 'SUBMITTED',
  building,
  scout,
  extra: false,
  opensAt: '2026-11-20T06:00:00.000Z',
  dueBy: '2026-11-21T06:00:00.000Z',
  startedAt: '2026-11-20T11:00:00.000Z',
  submittedAt: '2026-11-20T11:00:00.000Z',
  reviewedAt: null,
  stopCount: 10,
  doneCount: 10,
  score: 87.5,
  passed: true,
  version: 14,
}
const finding: OutwardFinding = {
  id: '01940a3b-7c1e-7f00-8a00-000000000062',
  amenity,
  building,
  scout,
  round: { id: round.id, number: round.number },
  category: 'NOT_CLEAN',
  categoryName: 'Not clean',
  severity: 'MAJOR',
  text: 'Stains below both basins',
  state: 'ACCEPTED',
  joined: false,
  createdAt: '2026-11-20T11:00:00.000Z',
  version: 1,
}

const operator: OutwardOperator = {
  id: operatorId,
  name: 'Piet de Vries',
  companyId: documented.companyId,
  companyName: 'Blank & Rein',
  skills: ['ELECTRICAL'],
  version: 3,
}

const room: Outward<'amenity.created'> = {
  id: amenityId,
  name: amenity.name,
  buildingId,
  building,
  locationId: documented.locationId,
  location: { id: documented.locationId, name: 'East', path: 'Level 2, East' },
  type: 'WASHROOM',
  qrCode: documented.qrCode,
  state: 'OPERATIONAL',
  accessible: true,
  openingHours: null,
  notes: null,
  externalId: null,
  lastScanAt: null,
  createdAt: at,
  archivedAt: null,
  version: 1,
  changes: [],
}

const moved = (field: string, from: unknown, to: unknown) => ({ changes: [{ field, from, to }] })
const none = { changes: [] }

const data: { readonly [N in OutwardName]: Outward<N> } = {
  'feedback.created': { ...feedback, ...none },
  'feedback.merged': { ...feedback, ...none, taskId, reporterCount: 2 },
  'feedback.handled': {
    ...feedback,
    labels: ['Cleaning'],
    changes: [{ field: 'labels', from: [], to: ['Cleaning'] }],
  },
  'feedback.visitor_confirmed': { ...feedback, ...none, taskIds: [taskId] },
  'feedback.visitor_rejected': { ...feedback, ...none, taskIds: [taskId] },
  'status.reported': {
    ...item,
    ...moved('report', 'REPORTED', 'CONFIRMED'),
    reportId: feedbackId,
    issue: 'LEAK',
  },
  'status.changed': { ...item, ...moved('state', 'OPERATIONAL', 'DEGRADED') },
  'task.created': { ...task, ...none },
  'task.assigned': { ...taken, ...moved('assignee', null, { kind: 'USER', id: anna.id }) },
  'task.status_changed': {
    ...taken,
    status: 'IN_PROGRESS',
    startedAt: later,
    ...moved('status', 'OPEN', 'IN_PROGRESS'),
  },
  'task.blocked': {
    ...taken,
    blocked: { reason: 'PARTS', since: later, until: null, note: null },
    ...moved('blocked', null, { reason: 'PARTS', until: null }),
  },
  'task.updated': { ...task, priority: 'URGENT', ...moved('priority', 'HIGH', 'URGENT') },
  'task.reopened': { ...taken, reopenCount: 1, ...moved('status', 'DONE', 'OPEN') },
  'task.deleted': { id: taskId, ...none },
  'task.escalated': {
    ...task,
    ...none,
    escalationLevel: 1,
    rule: { id: documented.made({ name: 'createEscalationRule' }), name: 'Late lifts' },
    level: 1,
  },
  'task.note_added': {
    ...taken,
    ...none,
    noteCount: 1,
    note: {
      id: documented.otherTaskId,
      text: 'A plumber comes at 3 p.m.',
      public: true,
      author: { ...anna, kind: 'USER' },
    },
  },
  'sla.at_risk': { ...task, ...none, clock: { name: 'RESOLVE', dueAt: '2026-11-20T14:15:00.000Z' } },
  'sla.breached': { ...task, ...none, clock: { name: 'RESPOND', dueAt: '2026-11-20T09:15:00.000Z' } },
  'operator.certification_expiring': {
    ...operator,
    ...none,
    certification: { name: 'Lift rescue', validUntil: '2026-12-20' },
  },
  'scout.finding_created': {
    id: finding.id,
    finding,
    task: { id: taskId, number: 412, title: 'Not clean, Washroom East', status: 'OPEN' },
    ...none,
  },
  'scout.round_submitted': { id: round.id, round, ...none },
  'amenity.created': room,
  'amenity.updated': { ...room, ...moved('name', 'Washroom', 'Washroom East') },
  'amenity.deleted': { ...room, archivedAt: later },
  'export.ready': {
    id: documented.dataExportId,
    state: 'DONE',
    progress: { steps: 40, stepsDone: 40, records: 12_804, photos: 311 },
    createdAt: at,
    startedAt: at,
    finishedAt: later,
    expiresAt: '2026-11-27T08:31:12.000Z',
    size: 48_201_337,
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    ...none,
  },
  'webhook.test': { id: webhookId, url: 'https://hooks.example.com/wellkept', ...none },
}

const exampleOf = (type: OutwardName) => ({
  id: '01940a3b-7c1e-7f00-8a00-000000000050',
  type,
  createdAt: at,
  tenantId: '01940a3b-7c1e-7f00-8a00-000000000051',
  data: data[type],
})

/** Complete bodies by event name. */
export const outwardExamples = Object.fromEntries(
  outwardNames.map((type) => [type, exampleOf(type)]),
) as Readonly<Record<OutwardName, ReturnType<typeof exampleOf>>>
