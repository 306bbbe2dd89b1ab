/** Screens of inspections: scouts, checklists and rounds. */
import { listRounds } from '#contracts/scout/admin-rounds.ts'
import { listScouts } from '#contracts/scout/admin-scouts.ts'
import { listInspectionTemplates } from '#contracts/scout/admin-templates.ts'
import { list, page, queryOf } from '#desk-kit/shell/screen-kinds.ts'
import { adminMessages } from '../admin/messages.ts'
import { checklistMessages } from '../scout/checklists/messages.ts'
import { checklistOf, readChecklist } from '../scout/checklists/search.ts'
import { roundMessages } from '../scout/rounds/messages.ts'
import { roundOf } from '../scout/rounds/search.ts'
import { scoutMessages } from '../scout/scouts/messages.ts'

export const scoutScreens = {
  rounds: list({
    path: '/rounds',
    reads: listRounds,
    area: 'operations',
    sort: '-dueBy',
    messages: [adminMessages, roundMessages],
    load: () => import('../scout/rounds/rounds.tsx'),
  }),
  round: page({
    path: '/rounds/$id',
    reads: listRounds,
    under: 'rounds',
    queries: (_search, id) => [queryOf(listRounds, roundOf(id))],
    messages: [adminMessages, roundMessages],
    load: () => import('../scout/rounds/round.tsx'),
  }),
  checklists: list({
    path: '/checklists',
    reads: listInspectionTemplates,
    area: 'operations',
    messages: [adminMessages, checklistMessages],
    load: () => import('../scout/checklists/checklists.tsx'),
  }),
  checklist: page({
    path: '/checklists/$id',
    reads: listInspectionTemplates,
    under: 'checklists',
    search: readChecklist,
    queries: (_search, id) => [queryOf(listInspectionTemplates, checklistOf(id))],
    messages: [checklistMessages],
    load: () => import('../scout/checklists/checklist.tsx'),
  }),
  scouts: list({
    path: '/scouts',
    reads: listScouts,
    area: 'people',
    messages: [adminMessages, scoutMessages],
    load: () => import('../scout/scouts/scouts.tsx'),
  }),
}
