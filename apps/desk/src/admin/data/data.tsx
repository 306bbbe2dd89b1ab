/** ADM-25: retention, data export, and a link to the audit log. */
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { Exports } from './exports.tsx'
import { dataMessages } from './messages.ts'
import { SupportAccess } from './support-access.tsx'

const Retention = () => {
  const t = useMessages(dataMessages)
  const { retentionDays } = useMe().tenant
  return (
    <Section title={t.retention} actions={<Link to="/settings">{t.changeIt}</Link>}>
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
    </Section>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(dataMessages)
  return (
    <Screen title={places.data.name} breadcrumb={<Breadcrumb name="data" />}>
      <Retention />
      <Exports />
      <SupportAccess />
      <Section title={t.log} actions={<Link to="/audit-log">{t.openLog}</Link>}>
        <p>{t.logHelp}</p>
      </Section>
    </Screen>
  )
}
