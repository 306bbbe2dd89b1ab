/** ADM-28: checklists of scouts. */
import { Link } from '@tanstack/react-router'
import {
  createInspectionTemplate,
  deleteInspectionTemplate,
  type listInspectionTemplates,
} from '#contracts/scout/admin-templates.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { adminMessages } from '../../admin/messages.ts'
import { questionsOf } from './draft.ts'
import { checklistMessages } from './messages.ts'

const NewChecklist = lazyComponent(async () => (await import('./new-checklist.tsx')).NewChecklist)

export const useList: UseList<typeof listInspectionTemplates> = () => {
  const t = useMessages(checklistMessages)
  const { words } = useMessages()
  const house = useMessages(adminMessages)
  const names = useNames()
  const { list, number } = useFormat()
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'type', label: house.type, from: 'types' },
      { of: 'state', label: house.state, words: t.states },
    ],
    create: [
      {
        label: t.newChecklist,
        by: createInspectionTemplate,
        layer: (close) => <NewChecklist onClose={() => close()} />,
      },
    ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/checklists/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ state }) => (state === 'RETIRED' ? <Mark tone="muted">{t.states.RETIRED}</Mark> : null),
      },
      {
        key: 'types',
        head: t.types,
        cell: ({ types }) =>
          types.length === 0 ? t.allTypes : list(types.map((code) => names.type(code) ?? code)),
      },
      {
        key: 'contents',
        head: t.contents,
        cell: ({ sections }) => t.questionCount({ count: questionsOf(sections).length }),
        below: ({ version }) => t.version({ version }),
      },
      { key: 'passMark', head: t.passMark, end: true, cell: ({ passMark }) => number(passMark) },
      { key: 'usedBy', head: t.usedBy, cell: ({ usedBy }) => t.uses(usedBy) },
      { key: 'updatedAt', head: t.changed, cell: ({ updatedAt }) => <When at={updatedAt} /> },
    ],
    actions: ({ id, name, state, version }) => [
      state === 'PUBLISHED' && {
        label: t.retire,
        by: deleteInspectionTemplate,
        layer: (close) => (
          <Confirm
            title={t.retireTitle({ name })}
            submit={t.retire}
            call={callOf(deleteInspectionTemplate, { params: { id }, ifMatch: version })}
            onClose={close}
          >
            {t.retireHelp}
          </Confirm>
        ),
      },
    ],
  }
}
