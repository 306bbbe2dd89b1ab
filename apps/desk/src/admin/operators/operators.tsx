/** ADM-12: operators with duty and workload. */
import { Link } from '@tanstack/react-router'
import type { Operator, OperatorState } from '#contracts/operator/records.ts'
import { createOperator, type listOperators, updateOperator } from '#contracts/operator.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { adminMessages } from '../messages.ts'
import { missingMessages } from '../missing/messages.ts'
import { Deactivate } from './deactivate.tsx'
import { CertificatesText, DutyMark, LoadText } from './marks.tsx'
import { operatorMessages } from './messages.ts'
import { OperatorForm } from './operator-form.tsx'
import { useSkills } from './skills.ts'

const tones: Record<OperatorState, Tone> = { INVITED: 'info', ACTIVE: 'good', INACTIVE: 'muted' }

export const useList: UseList<typeof listOperators> = ({ search }) => {
  const { words } = useMessages()
  const missing = useMessages(missingMessages)
  const t = useMessages(operatorMessages)
  const house = useMessages(adminMessages)
  const { list } = useFormat()
  const skills = useSkills()
  const edit = (operator: Operator) => ({
    label: t.edit,
    by: updateOperator,
    layer: (close: () => void) => <OperatorForm operator={operator} onClose={close} />,
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    quota: 'members',
    filters: [
      { of: 'company', label: t.company, from: 'companies' },
      { of: 'skill', label: t.skill, choices: skills.choices(search.skill) },
      { of: 'building', label: words.building, from: 'buildingsOfTasks' },
      { of: 'duty', label: t.reportedDuty, words: t.duties },
      { of: 'state', label: house.state, words: t.states },
      { of: 'lacking', label: missing.lacking, words: missing.ofOperators },
    ],
    create: [
      {
        label: t.newOperator,
        by: createOperator,
        layer: (close) => <OperatorForm operator={undefined} onClose={close} />,
      },
    ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/operators/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ email, state }) => (
          <>
            {email}
            {state === 'ACTIVE' ? null : (
              <>
                {' '}
                <Mark tone={tones[state]}>{t.states[state]}</Mark>
              </>
            )}
          </>
        ),
      },
      {
        key: 'company',
        head: t.company,
        cell: ({ companyName }) => companyName ?? <span className="quiet">–</span>,
      },
      { key: 'skills', head: t.skillsHeld, cell: (one) => list(one.skills.map(skills.name)) },
      { key: 'duty', head: t.duty, cell: (operator) => <DutyMark operator={operator} /> },
      { key: 'load', head: t.load, cell: (operator) => <LoadText operator={operator} /> },
      {
        key: 'certificates',
        head: t.certificates,
        wide: true,
        cell: ({ certifications }) => <CertificatesText certifications={certifications} />,
      },
    ],
    actions: (operator) => [
      edit(operator),
      operator.state === 'INACTIVE'
        ? {
            label: t.activate,
            call: callOf(updateOperator, {
              params: { id: operator.id },
              ifMatch: operator.version,
              body: { state: 'ACTIVE' },
            }),
          }
        : {
            label: t.deactivate,
            by: updateOperator,
            layer: (close) => <Deactivate operator={operator} onClose={close} />,
          },
    ],
  }
}
