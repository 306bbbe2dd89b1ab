/** WIZ-4: invitations and alert rules. */
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { roles } from '#contracts/kit/vocabulary.ts'
import type { WizardData } from '#contracts/wizard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { useDroppedTable } from './dropped-table.ts'
import { Grid } from './grid.tsx'
import { wizardMessages } from './messages.ts'
import { rowsToCreate } from './skip-rows.ts'
import { type StageProps, stepOf } from './stage.ts'

const Invited = ({ state, saver }: StageProps) => {
  const t = useMessages(wizardMessages)
  const { words } = useMessages()
  const step = stepOf(state, 'TEAM')
  const [text, setText] = useState(() => step.data.text ?? '')
  const [rows, setRows] = useState<WizardData['rows']>()
  const shown = rows ?? step.data.rows ?? []
  const take = (data: WizardData): void => {
    setRows(data.rows)
    saver.later('TEAM', data)
  }
  const known = (typed: string): string | undefined =>
    typed === ''
      ? 'TECHNICIAN'
      : roles.find((role) =>
          [role, words.role[role]].some((name) => name.toLowerCase() === typed.trim().toLowerCase()),
        )
  const dropped = useDroppedTable((typed) => {
    setText(typed)
    take({ text: typed })
  })
  return (
    <Section title={t.peopleCount({ count: rowsToCreate(shown).length })} className="first">
      <div className="page-form">
        <Textarea
          label={t.people}
          description={t.peopleHelp}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          value={text}
          maxLength={200_000}
          error={dropped.isSpreadsheet ? t.spreadsheet : undefined}
          {...dropped.field}
          onChange={(event) => {
            setText(event.currentTarget.value)
            take({ text: event.currentTarget.value })
          }}
        />
        <div className="actions">
          <Button loading={saver.busy} onClick={() => void saver.now()}>
            {t.readList}
          </Button>
        </div>
      </div>
      {shown.length > 0 ? (
        <Grid
          caption={t.peopleTable}
          columns={[
            { key: 'email', head: t.email },
            { key: 'name', head: words.name },
            {
              key: 'role',
              head: t.role,
              choices: roles.map((role) => ({ value: role, label: words.role[role] })),
              known,
            },
          ]}
          rows={shown}
          faults={step.faults}
          quota="members"
          onChange={(next) => take({ rows: next })}
        />
      ) : null}
    </Section>
  )
}

const Alerts = ({ state, saver, templates }: StageProps) => {
  const t = useMessages(wizardMessages)
  const step = stepOf(state, 'ALERTS')
  const [chosen, setChosen] = useState(() => step.data.rules ?? [])
  const offered = templates.find(({ code }) => code === state.template)?.rules ?? []
  return (
    <Section title={t.alerts}>
      <p className="quiet">{offered.length > 0 ? t.alertsHelp : t.alertsNone}</p>
      <div className="wizard-alerts">
        {offered.map(({ code, name, about }) => (
          <Checkbox
            key={code}
            label={name}
            description={about}
            checked={chosen.includes(code)}
            onChange={() => {
              const next = chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]
              setChosen(next)
              saver.later('ALERTS', { rules: next })
            }}
          />
        ))}
      </div>
    </Section>
  )
}

export const People = (props: StageProps) => (
  <>
    <Invited {...props} />
    <Alerts {...props} />
  </>
)
