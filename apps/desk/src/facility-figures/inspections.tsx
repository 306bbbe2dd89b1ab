/** Inspections by scouts; loads where there are any. */
import type { InspectionFigures } from '#contracts/scout/figures.ts'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { facilityMessages } from './messages.ts'

interface InspectionsProps {
  readonly of: InspectionFigures
  readonly period: { readonly from: string; readonly to: string }
  readonly source: string
}

export const Inspections = ({ of, period, source }: InspectionsProps) => {
  const t = useMessages(facilityMessages)
  const { number, percent, average, day, full } = useFormat()
  const { count, share, low, high, last } = of
  const shared = {
    how: t.formulas.inspections,
    n: count,
    period: `${day(period.from)} – ${day(period.to)}`,
    source,
  }
  return (
    <Section title={t.contents.INSPECTIONS}>
      <dl className="figures">
        <Figure
          label={t.contents.INSPECTIONS}
          value={number(count)}
          beside={last ? t.lastScan({ at: full(last.at) }) : undefined}
          {...shared}
        />
        <Figure
          label={t.inspectionScore}
          value={of.average === null ? '–' : average(of.average)}
          beside={`n = ${number(count)}`}
          {...shared}
        />
        <Figure
          label={t.inspectionsPassed}
          value={percent(share ?? 0)}
          beside={t.slaBetween({ n: number(count), low: percent(low ?? 0), high: percent(high ?? 1) })}
          {...shared}
        />
      </dl>
    </Section>
  )
}
