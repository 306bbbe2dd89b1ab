/** SUP-2: one tenant, in numbers; no content. */
import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import type { getTenant, TenantRecord } from '#contracts/super-admin/tenants.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { sizeIn } from '#desk-kit/lib/size.ts'
import { Section } from '#desk-kit/parts/screen.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import type { RecordView } from '#desk-kit/shell/screen-kinds.ts'
import { AccessDialog } from './access-dialog.tsx'
import { Limits } from './limits.tsx'
import { TenantMark } from './marks.tsx'
import { tenantMessages } from './messages.ts'
import { PlanDialog, TrialDialog } from './plan-dialogs.tsx'
import { CloseDialog, ReactivateDialog, SuspendDialog } from './state-dialogs.tsx'
import { Accesses, Health, Integrations, States } from './tenant-sections.tsx'
import type { DialogProps } from './use-reason-form.ts'

const Facts = ({ tenant }: { tenant: TenantRecord }) => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const { date, number, locale } = useFormat()
  const facts = [
    [
      t.state,
      <>
        <TenantMark state={tenant.state} />
        {tenant.stateReason ? <small>{t.stateReasons[tenant.stateReason]}</small> : null}
        {tenant.eraseAt ? <small>{t.erasedOn({ day: date(tenant.eraseAt) })}</small> : null}
      </>,
    ],
    [t.plan, t.planOf({ plan: words.plans[tenant.plan], source: t.source[tenant.source] })],
    ...(tenant.plan === 'TRIAL'
      ? [[t.trialEnds, tenant.trialEndsAt ? <WhenFull key="at" at={tenant.trialEndsAt} /> : t.noEnd]]
      : []),
    [t.slug, <code key="slug">{tenant.slug}</code>],
    [t.feedback30d, number(tenant.feedback30d)],
    [t.storage, sizeIn(tenant.storageBytes, locale)],
    [t.lastActive, tenant.lastActiveAt ? <When key="at" at={tenant.lastActiveAt} /> : t.never],
    [words.created, <WhenFull key="at" at={tenant.createdAt} />],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const dialogs = {
  access: AccessDialog,
  plan: PlanDialog,
  trial: TrialDialog,
  suspend: SuspendDialog,
  reactivate: ReactivateDialog,
  close: CloseDialog,
} satisfies Record<string, ComponentType<DialogProps>>

export const Detail: RecordView<typeof getTenant> = ({ record: tenant }) => {
  const t = useMessages(tenantMessages)
  const [layer, setLayer] = useState<keyof typeof dialogs>()
  const Dialog = layer && dialogs[layer]
  const { state } = tenant
  return (
    <>
      <div className="actions">
        <Button variant="filled" onClick={() => setLayer('access')}>
          {t.open}
        </Button>
        <Button onClick={() => setLayer('plan')}>{t.changePlan}</Button>
        {tenant.plan === 'TRIAL' ? <Button onClick={() => setLayer('trial')}>{t.trialEnd}</Button> : null}
        {state === 'SUSPENDED' || state === 'CLOSING' ? (
          <Button onClick={() => setLayer('reactivate')}>
            {state === 'CLOSING' ? t.stopClosing : t.reactivate}
          </Button>
        ) : (
          <Button color="bad" onClick={() => setLayer('suspend')}>
            {t.suspend}
          </Button>
        )}
        {state === 'CLOSING' ? null : (
          <Button color="bad" onClick={() => setLayer('close')}>
            {t.close}
          </Button>
        )}
      </div>
      <div className="record">
        <div>
          <Limits tenant={tenant} />
          <States tenant={tenant} />
          <Accesses tenant={tenant} />
        </div>
        <div>
          <Section title={t.facts}>
            <Facts tenant={tenant} />
          </Section>
          <Health tenant={tenant} />
          <Integrations tenant={tenant} />
        </div>
      </div>
      {Dialog ? <Dialog tenant={tenant} onClose={() => setLayer(undefined)} /> : null}
    </>
  )
}
