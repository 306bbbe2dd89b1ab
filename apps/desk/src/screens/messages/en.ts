/** Texts that come with the frame: those of lib, the names of all screens, and the set-up overview. */

import kit from '#desk-kit/lib/messages/en.ts'
import { places as amenities } from '../../admin/amenities/messages/en.ts'
import { places as arena } from '../../admin/arena/messages/en.ts'
import { places as assistants } from '../../admin/assistants/messages/en.ts'
import { places as audit } from '../../admin/audit/messages/en.ts'
import { places as buildings } from '../../admin/buildings/messages/en.ts'
import { places as companies } from '../../admin/companies/messages/en.ts'
import { places as data } from '../../admin/data/messages/en.ts'
import { places as escalation } from '../../admin/escalation/messages/en.ts'
import { places as keys } from '../../admin/keys/messages/en.ts'
import { places as mails } from '../../admin/mails/messages/en.ts'
import { places as operators } from '../../admin/operators/messages/en.ts'
import { places as qr } from '../../admin/qr/messages/en.ts'
import { places as routing } from '../../admin/routing/messages/en.ts'
import { places as rules } from '../../admin/rules/messages/en.ts'
import { places as schedules } from '../../admin/schedules/messages/en.ts'
import { places as settings } from '../../admin/settings/messages/en.ts'
import { places as shifts } from '../../admin/shifts/messages/en.ts'
import { places as sla } from '../../admin/sla/messages/en.ts'
import { places as slack } from '../../admin/slack/messages/en.ts'
import { places as sso } from '../../admin/sso/messages/en.ts'
import { places as team } from '../../admin/team/messages/en.ts'
import { places as types } from '../../admin/types/messages/en.ts'
import { places as webhooks } from '../../admin/webhooks/messages/en.ts'
import { places as facility } from '../../facility-figures/messages/en.ts'
import { places as feedback } from '../../feedback/messages/en.ts'
import { places as figures } from '../../figures/messages/en.ts'
import { places as plan } from '../../plan/messages/en.ts'
import { places as profile } from '../../profile/messages/en.ts'
import { places as checklists } from '../../scout/checklists/messages/en.ts'
import { places as rounds } from '../../scout/rounds/messages/en.ts'
import { places as scouts } from '../../scout/scouts/messages/en.ts'
import { places as installation } from '../../setup/installation/messages/en.ts'
import { places as sharing } from '../../sharing/messages/en.ts'
import { places as tasks } from '../../tasks/messages/en.ts'
import { places as today } from '../../today/messages/en.ts'
import { places as wizard } from '../../wizard/messages/en.ts'

export default {
  places: {
    ...today,
    ...feedback,
    ...tasks,
    ...facility,
    ...figures,
    ...buildings,
    ...amenities,
    ...qr,
    ...wizard,
    ...types,
    ...rules,
    ...routing,
    ...companies,
    ...operators,
    ...shifts,
    ...sla,
    ...escalation,
    ...schedules,
    ...rounds,
    ...checklists,
    ...scouts,
    ...team,
    ...arena,
    ...slack,
    ...assistants,
    ...sso,
    ...keys,
    ...webhooks,
    ...sharing,
    ...settings,
    ...mails,
    ...plan,
    ...data,
    ...audit,
    ...profile,
    ...installation,
    setup: {
      name: 'Setup',
    },
  },
  ...kit,
  keyHelp: {
    new: 'New task, in the list of tasks',
    edit: 'Priority, assignee, due time or status of the row',
    undo: 'Undo the last action',
  },
  setup: {
    search: 'Search setup',
    missing: 'Still to set up',
    parts: {
      facility: 'Handling of feedback',
      operations: 'Work and staffing',
      people: 'People',
      links: 'Other systems',
      organisation: 'Organisation and data',
    },
    inPlan: '{plan} plan',
  },
} as const
