/** What a tenant uses of what it is allowed, with the overrides. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TenantRecord } from '#contracts/super-admin/tenants.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lastDayOf } from '#desk-kit/lib/last-day.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { tenantMessages } from './messages.ts'
import { EndOverride, type Limit, OverrideDialog } from './override-dialog.tsx'

export const Limits = ({ tenant }: { tenant: TenantRecord }) => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const { number, day, timeZone } = useFormat()
  const [layer, setLayer] = useState<{ readonly kind: 'set' | 'end'; readonly name: Limit['name'] }>()
  const limit = tenant.limits.find(({ name }) => name === layer?.name)
  const close = (): void => setLayer(undefined)
  return (
    <Section title={t.usage}>
      <Table
        caption={t.usage}
        rows={tenant.limits.map((limit) => ({ ...limit, id: limit.name }))}
        columns={[
          {
            key: 'name',
            head: t.limit,
            cell: ({ name, override }) => (
              <>
                <strong>{t.limits[name]}</strong>
                {override ? (
                  <small>
                    {t.overrideUntil({
                      day: day(lastDayOf(override.until, timeZone)),
                      reason: override.reason,
                    })}
                  </small>
                ) : null}
              </>
            ),
          },
          {
            key: 'used',
            head: t.used,
            end: true,
            cell: ({ name, used }) =>
              tenant.nearLimits.includes(name) ? <Mark tone="warn">{number(used)}</Mark> : number(used),
          },
          {
            key: 'allowed',
            head: t.allowed,
            end: true,
            cell: ({ allowed }) => (allowed === null ? t.unlimited : number(allowed)),
          },
          {
            key: 'actions',
            head: words.edit,
            actions: true,
            end: true,
            // Feedback is never refused, so its limit needs no override.
            cell: ({ name, override }) =>
              name === 'feedbackThisMonth' ? null : (
                <span className="row-actions">
                  <Button
                    size="compact-sm"
                    aria-label={t.overrideOf({ limit: t.limits[name] })}
                    onClick={() => setLayer({ kind: 'set', name })}
                  >
                    {t.override}
                  </Button>
                  {override ? (
                    <Button
                      size="compact-sm"
                      aria-label={`${t.endOverride}: ${t.limits[name]}`}
                      onClick={() => setLayer({ kind: 'end', name })}
                    >
                      {t.endOverride}
                    </Button>
                  ) : null}
                </span>
              ),
          },
        ]}
      />
      {layer && limit ? (
        layer.kind === 'set' ? (
          <OverrideDialog tenant={tenant} limit={limit} onClose={close} />
        ) : (
          <EndOverride tenant={tenant} limit={limit} onClose={close} />
        )
      ) : null}
    </Section>
  )
}
