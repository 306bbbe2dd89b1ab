import kit from '#desk-kit/lib/messages/de.ts'
import type { Texts } from '#i18n/texts.ts'
import { places as amenities } from '../../admin/amenities/messages/de.ts'
import { places as arena } from '../../admin/arena/messages/de.ts'
import { places as assistants } from '../../admin/assistants/messages/de.ts'
import { places as audit } from '../../admin/audit/messages/de.ts'
import { places as buildings } from '../../admin/buildings/messages/de.ts'
import { places as companies } from '../../admin/companies/messages/de.ts'
import { places as data } from '../../admin/data/messages/de.ts'
import { places as escalation } from '../../admin/escalation/messages/de.ts'
import { places as keys } from '../../admin/keys/messages/de.ts'
import { places as mails } from '../../admin/mails/messages/de.ts'
import { places as operators } from '../../admin/operators/messages/de.ts'
import { places as qr } from '../../admin/qr/messages/de.ts'
import { places as routing } from '../../admin/routing/messages/de.ts'
import { places as rules } from '../../admin/rules/messages/de.ts'
import { places as schedules } from '../../admin/schedules/messages/de.ts'
import { places as settings } from '../../admin/settings/messages/de.ts'
import { places as shifts } from '../../admin/shifts/messages/de.ts'
import { places as sla } from '../../admin/sla/messages/de.ts'
import { places as slack } from '../../admin/slack/messages/de.ts'
import { places as sso } from '../../admin/sso/messages/de.ts'
import { places as team } from '../../admin/team/messages/de.ts'
import { places as types } from '../../admin/types/messages/de.ts'
import { places as webhooks } from '../../admin/webhooks/messages/de.ts'
import { places as facility } from '../../facility-figures/messages/de.ts'
import { places as feedback } from '../../feedback/messages/de.ts'
import { places as figures } from '../../figures/messages/de.ts'
import { places as plan } from '../../plan/messages/de.ts'
import { places as profile } from '../../profile/messages/de.ts'
import { places as checklists } from '../../scout/checklists/messages/de.ts'
import { places as rounds } from '../../scout/rounds/messages/de.ts'
import { places as scouts } from '../../scout/scouts/messages/de.ts'
import { places as installation } from '../../setup/installation/messages/de.ts'
import { places as sharing } from '../../sharing/messages/de.ts'
import { places as tasks } from '../../tasks/messages/de.ts'
import { places as today } from '../../today/messages/de.ts'
import { places as wizard } from '../../wizard/messages/de.ts'
import type en from './en.ts'

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
      name: 'Einrichten',
    },
  },
  ...kit,
  keyHelp: {
    new: 'Neue Aufgabe, in der Aufgabenliste',
    edit: 'Priorität, Zuweisung, Termin oder Status der Zeile',
    undo: 'Letzte Aktion rückgängig machen',
  },
  setup: {
    search: 'Einrichtung durchsuchen',
    missing: 'Noch einzurichten',
    parts: {
      facility: 'Umgang mit Rückmeldungen',
      operations: 'Arbeit und Personal',
      people: 'Personen',
      links: 'Andere Systeme',
      organisation: 'Organisation und Daten',
    },
    inPlan: 'Tarif {plan}',
  },
} satisfies Texts<typeof en>
