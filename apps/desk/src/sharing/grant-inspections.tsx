/** Inspections of a partner; loads where they are granted. */
import type { InspectionFigures } from '#contracts/scout/figures.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { sharingMessages } from './messages.ts'

export const GrantInspections = ({ of }: { of: InspectionFigures }) => {
  const t = useMessages(sharingMessages)
  const { number, percent, average } = useFormat()
  const { count, share, low, high } = of
  return (
    <Section title={t.measureNames.INSPECTIONS}>
      {share === null || low === null || high === null ? (
        <p className="quiet">{t.nothingYet}</p>
      ) : (
        <dl className="facts">
          <div>
            <dt>{t.measureNames.INSPECTIONS}</dt>
            <dd>{number(count)}</dd>
          </div>
          <div>
            <dt>{t.inspectionScore}</dt>
            <dd>{of.average === null ? '–' : average(of.average)}</dd>
          </div>
          <div>
            <dt>{t.inspectionsPassed}</dt>
            <dd>{t.shareRange({ share: percent(share), low: percent(low), high: percent(high) })}</dd>
          </div>
        </dl>
      )}
    </Section>
  )
}
