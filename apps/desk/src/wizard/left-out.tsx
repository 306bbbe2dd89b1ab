/** After creation: what was left out, as files. */
import { Button } from '@mantine/core'
import type { WizardColumn, WizardRow, WizardState } from '#contracts/wizard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { saveFile } from '#desk-kit/parts/blob-image.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { wizardMessages } from './messages.ts'
import { stepOf } from './stage.ts'

const csvOf = (lines: readonly (readonly string[])[]): Blob => {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
  // The byte order mark tells spreadsheets that it is UTF-8.
  return new Blob([`\ufeff${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv',
  })
}

const cellsOf = (row: WizardRow, ...columns: readonly WizardColumn[]): string[] =>
  columns.map((column) => row[column] ?? '')

export const LeftOut = ({ state }: { state: WizardState }) => {
  const t = useMessages(wizardMessages)
  const building = stepOf(state, 'BUILDING').data.name?.trim() ?? ''
  const skipped = (step: 'AMENITIES' | 'TEAM'): WizardRow[] =>
    (stepOf(state, step).data.rows ?? []).filter(({ skip }) => skip)
  const [rooms, people] = [skipped('AMENITIES'), skipped('TEAM')]
  if (rooms.length + people.length === 0) return null
  return (
    <Section title={t.leftTitle}>
      <p>{t.leftHelp}</p>
      <div className="wizard-action">
        {rooms.length > 0 ? (
          <Button
            onClick={() =>
              // The columns of the import of buildings.
              saveFile(
                csvOf([
                  ['building', 'amenity', 'floor', 'type'],
                  ...rooms.map((row) => [building, ...cellsOf(row, 'name', 'floor', 'type')]),
                ]),
                'rooms.csv',
              )
            }
          >
            {t.leftRooms({ count: rooms.length })}
          </Button>
        ) : null}
        {people.length > 0 ? (
          <Button
            onClick={() =>
              saveFile(
                csvOf([
                  ['email', 'name', 'role'],
                  ...people.map((row) => cellsOf(row, 'email', 'name', 'role')),
                ]),
                'people.csv',
              )
            }
          >
            {t.leftPeople({ count: people.length })}
          </Button>
        ) : null}
      </div>
    </Section>
  )
}
