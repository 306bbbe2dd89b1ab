/** Plan by hand, and the end of the trial. */
import { NativeSelect, TextInput } from '@mantine/core'
import { plans } from '#contracts/kit/vocabulary.ts'
import { updateTenant } from '#contracts/super-admin/tenants.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { endOfDay, lastDayOf } from '#desk-kit/lib/last-day.ts'
import { tenantMessages } from './messages.ts'
import { ReasonField } from './reason-field.tsx'
import { type DialogProps, useReasonForm } from './use-reason-form.ts'

export const PlanDialog = ({ tenant, onClose }: DialogProps) => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const { timeZone } = useFormat()
  const form = useReasonForm({
    endpoint: updateTenant,
    tenant,
    draft: { plan: tenant.plan as string, planUntil: '' },
    write: ({ plan, planUntil }) =>
      plan === '' ? { plan: null } : { plan, planUntil: planUntil ? endOfDay(planUntil, timeZone) : null },
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={t.changePlan} submit={t.changePlan} onClose={onClose}>
      <NativeSelect
        {...text(form, 'plan', t.newPlan)}
        data-autofocus
        data={[
          ...plans.map((value) => ({ value, label: words.plans[value] })),
          ...(tenant.source === 'MANUAL' ? [{ value: '', label: t.handBack }] : []),
        ]}
      />
      {form.values.plan === '' ? null : (
        <TextInput
          {...text(form, 'planUntil', t.planUntil)}
          type="date"
          maxLength={undefined}
          description={t.planUntilHelp}
        />
      )}
      <ReasonField form={form} />
    </FormDialog>
  )
}

export const TrialDialog = ({ tenant, onClose }: DialogProps) => {
  const t = useMessages(tenantMessages)
  const { timeZone } = useFormat()
  const form = useReasonForm({
    endpoint: updateTenant,
    tenant,
    draft: { trialEndsAt: lastDayOf(tenant.trialEndsAt, timeZone) },
    write: ({ trialEndsAt }) => ({ trialEndsAt: trialEndsAt ? endOfDay(trialEndsAt, timeZone) : null }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={t.trialEnd} submit={t.trialEnd} onClose={onClose}>
      <TextInput
        {...text(form, 'trialEndsAt', t.newTrialEnd)}
        type="date"
        maxLength={undefined}
        description={t.newTrialEndHelp}
        data-autofocus
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
