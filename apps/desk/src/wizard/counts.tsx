/** Number of amenities by type and floor. */
import { NativeSelect, NumberInput } from '@mantine/core'
import { typeCodes } from '#contracts/catalogue/amenity-types.ts'
import { type AmenityCount, mostWizardAmenities } from '#contracts/wizard.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { wizardMessages } from './messages.ts'

interface CountsProps {
  readonly counts: readonly AmenityCount[]
  readonly onChange: (counts: AmenityCount[]) => void
}

export const Counts = ({ counts, onChange }: CountsProps) => {
  const t = useMessages(wizardMessages)
  const names = useNames()
  const set = (at: number, change: Partial<AmenityCount>): void =>
    onChange(counts.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <>
      <p>{t.countHelp}</p>
      <ul className="wizard-counts">
        {counts.map(({ type, count, where }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a kind may stand twice, on each floor and on the first
          <li key={`${type} ${at}`}>
            <span>{names.type(type)}</span>
            <NumberInput
              aria-label={t.countOf({ type: names.type(type) })}
              value={count}
              min={0}
              max={mostWizardAmenities}
              allowDecimal={false}
              clampBehavior="strict"
              onChange={(value) => set(at, { count: Number(value) || 0 })}
            />
            <NativeSelect
              aria-label={t.whereOf({ type: names.type(type) })}
              value={where}
              onChange={(event) => set(at, { where: event.currentTarget.value as AmenityCount['where'] })}
              data={Object.entries(t.where).map(([value, label]) => ({ value, label }))}
            />
          </li>
        ))}
      </ul>
      <NativeSelect
        label={t.addKind}
        value=""
        onChange={(event) => {
          const type = event.currentTarget.value
          if (type) onChange([...counts, { type, count: 1, where: 'EACH_FLOOR' }])
        }}
        data={[
          { value: '', label: t.chooseKind },
          ...typeCodes.map((code) => ({ value: code, label: names.type(code) })),
        ]}
      />
    </>
  )
}
