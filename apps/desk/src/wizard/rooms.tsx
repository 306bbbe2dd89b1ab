/** WIZ-3: rooms by count or from a list, with cells edited in place. */
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { typeCodes } from '#contracts/catalogue/amenity-types.ts'
import { mostWizardAmenities, type WizardData, type WizardState } from '#contracts/wizard.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Counts } from './counts.tsx'
import { useDroppedTable } from './dropped-table.ts'
import { Grid, type GridColumn } from './grid.tsx'
import { wizardMessages } from './messages.ts'
import { rowsToCreate } from './skip-rows.ts'
import { type StageProps, stepOf } from './stage.ts'

const useColumns = (state: WizardState): GridColumn[] => {
  const t = useMessages(wizardMessages)
  const names = useNames()
  const { state: how, data } = stepOf(state, 'FLOORS')
  const floors = (data.rows ?? []).flatMap(({ name }) => name?.trim() || [])
  const same = (typed: string) => (name: string) => name.toLowerCase() === typed.trim().toLowerCase()
  return [
    { key: 'name', head: t.room },
    {
      key: 'floor',
      head: t.floor,
      ...(how === 'SAVED' && floors.length > 0
        ? {
            choices: [
              { value: '', label: t.noFloor },
              ...floors.map((floor) => ({ value: floor, label: floor })),
            ],
            known: (typed: string) => floors.find(same(typed)),
          }
        : {}),
    },
    {
      key: 'type',
      head: t.kind,
      choices: [
        { value: '', label: t.guess },
        ...typeCodes.map((code) => ({ value: code, label: names.type(code) })),
      ],
      known: (typed) => typeCodes.find((code) => same(typed)(code) || same(typed)(names.type(code))),
    },
  ]
}

export const Rooms = ({ state, saver }: StageProps) => {
  const t = useMessages(wizardMessages)
  const step = stepOf(state, 'AMENITIES')
  const columns = useColumns(state)
  const [way, setWay] = useState(step.data.text === undefined && step.data.counts ? 'count' : 'paste')
  const [counts, setCounts] = useState(() => step.data.counts ?? [])
  const [text, setText] = useState(() => step.data.text ?? '')
  // Edited rows, until the service has returned rows for another way of entering them.
  const [rows, setRows] = useState<WizardData['rows']>()
  const shown = rows ?? step.data.rows ?? []
  const take = (data: WizardData): void => {
    setRows(data.rows)
    saver.later('AMENITIES', data)
  }
  const dropped = useDroppedTable((typed) => {
    setText(typed)
    take({ text: typed })
  })
  return (
    <>
      <div className="page-form">
        <fieldset className="plain-fieldset wizard-ways">
          <legend className="hidden">{t.how}</legend>
          <div className="actions">
            {(['count', 'paste'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
                {one === 'count' ? t.byCount : t.byPaste}
              </label>
            ))}
          </div>
        </fieldset>
        {way === 'count' ? (
          <Counts
            counts={counts}
            onChange={(next) => {
              setCounts(next)
              take({ counts: next })
            }}
          />
        ) : (
          <>
            <Textarea
              label={t.paste}
              description={t.pasteHelp({ most: mostWizardAmenities })}
              autosize
              minRows={5}
              maxRows={14}
              spellCheck={false}
              className="code-field"
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
          </>
        )}
      </div>
      <Section title={t.roomCount({ count: rowsToCreate(shown).length })}>
        {shown.length > 0 ? (
          <Grid
            caption={t.stage.rooms}
            columns={columns}
            rows={shown}
            faults={step.faults}
            quota="qrCodes"
            onChange={(next) => take({ rows: next })}
          />
        ) : null}
      </Section>
    </>
  )
}
