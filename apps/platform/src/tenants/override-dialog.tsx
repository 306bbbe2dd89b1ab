/** A limit that holds in place of that of the plan, until a day. */
import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { type TenantRecord, updateTenant } from '#contracts/super-admin/tenants.ts'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { endOfDay, lastDayOf } from '#desk-kit/lib/last-day.ts'
import { tenantMessages } from './messages.ts'
import { ReasonField } from './reason-field.tsx'
import { type DialogProps, useReasonForm } from './use-reason-form.ts'

export type Limit = TenantRecord['limits'][number]

interface OverrideDialogProps extends DialogProps {
  readonly limit: Limit
}

/** The service replaces all overrides, so the others are sent along. */
const othersOf = ({ limits }: TenantRecord, name: Limit['name']) =>
  limits.flatMap(({ name: limit, override }) => (override && limit !== name ? [{ limit, ...override }] : []))

export const OverrideDialog = ({ tenant, limit, onClose }: OverrideDialogProps) => {
  const t = useMessages(tenantMessages)
  const { timeZone } = useFormat()
  const today = todayIn(timeZone)
  const { override } = limit
  const form = useReasonForm({
    endpoint: updateTenant,
    tenant,
    draft: {
      value: (override ? (override.value ?? '') : (limit.allowed ?? '')) as number | string,
      unlimited: override?.value === null,
      until: lastDayOf(override?.until ?? null, timeZone) || plusDays(today, 90),
    },
    write: ({ value: number, unlimited, until, reason }) => ({
      overrides: [
        ...othersOf(tenant, limit.name),
        {
          limit: limit.name,
          value: unlimited ? null : Number(number),
          until: endOfDay(until, timeZone),
          reason: reason.trim(),
        },
      ],
    }),
    check: ({ value: number, unlimited, until }) => ({
      value: !unlimited && number === '' && t.overrideNeeded,
      until: (until < today || until > plusDays(today, 730)) && t.untilNeeded,
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.overrideOf({ limit: t.limits[limit.name] })}
      submit={t.override}
      onClose={onClose}
    >
      <p>{t.overrideHelp}</p>
      {form.values.unlimited ? null : (
        <NumberInput
          {...value(form, 'value', t.overrideValue)}
          min={0}
          max={10_000_000}
          allowDecimal={false}
          data-autofocus
        />
      )}
      <Checkbox {...check(form, 'unlimited', t.overrideNone)} />
      <TextInput
        {...text(form, 'until', t.until)}
        type="date"
        maxLength={undefined}
        min={today}
        max={plusDays(today, 730)}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

export const EndOverride = ({ tenant, limit, onClose }: OverrideDialogProps) => {
  const t = useMessages(tenantMessages)
  const form = useReasonForm({
    endpoint: updateTenant,
    tenant,
    draft: {},
    write: () => ({ overrides: othersOf(tenant, limit.name) }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={`${t.endOverride}: ${t.limits[limit.name]}`}
      submit={t.endOverride}
      onClose={onClose}
    >
      <ReasonField form={form} first />
    </FormDialog>
  )
}
