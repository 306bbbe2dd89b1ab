/** ADM-25: what is kept how long, everything to take away, and the way to the audit log. */
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { getSettings } from '#contracts/admin/settings.ts'
import { useApi } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Answer } from '../../parts/states.tsx'
import { ScreenAbove } from '../../shell/above.tsx'
import { Exports } from './exports.tsx'
import { dataWords } from './words.ts'

const Retention = () => {
  const t = useWords(dataWords)
  const settings = useApi(getSettings, {})
  return (
    <Section title={t.retention} actions={<Link to="/settings">{t.changeIt}</Link>}>
      <Answer of={settings} rows={3}>
        {({ privacy: { retentionDays } }) => (
          <dl className="facts wide-facts">
            <div>
              <dt>{t.comments}</dt>
              <dd>{retentionDays === null ? t.keptAsPlan : t.keptDays({ days: retentionDays })}</dd>
            </div>
            <div>
              <dt>{t.auditEntries}</dt>
              <dd>{t.keptAudit}</dd>
            </div>
            <div>
              <dt>{t.exportFiles}</dt>
              <dd>{t.keptExport}</dd>
            </div>
          </dl>
        )}
      </Answer>
    </Section>
  )
}

export const Page: ComponentType = () => {
  const { places } = useWords()
  const t = useWords(dataWords)
  return (
    <Screen title={places.data.name} above={<ScreenAbove name="data" />}>
      <Retention />
      <Exports />
      <Section title={t.log} actions={<Link to="/audit-log">{t.openLog}</Link>}>
        <p>{t.logHelp}</p>
      </Section>
    </Screen>
  )
}
