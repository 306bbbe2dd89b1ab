/** Offers another organisation a view of figures. */
import { Checkbox, TextInput } from '@mantine/core'
import type { Scope } from '#contracts/kit/scope.ts'
import { type GrantMeasure, grantMeasures, offerGrant } from '#contracts/sharing/grants.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { endOfDay } from '#desk-kit/lib/last-day.ts'
import { useMe } from '#desk-kit/lib/me.ts'
import { ScopeFields } from '../admin/scope-fields.tsx'
import { sharingMessages } from './messages.ts'

interface OfferDraft {
  readonly slug: string
  readonly scope: Scope
  readonly measures: readonly GrantMeasure[]
  readonly until: string
}

export const Offer = ({ onClose }: { onClose: (message?: string) => void }) => {
  const t = useMessages(sharingMessages)
  const { tenant } = useMe()
  const offer = useAction(offerGrant)
  const form = useForm({
    draft: (): OfferDraft => ({ slug: '', scope: {}, measures: ['RATINGS'], until: '' }),
    write: ({ slug, scope, measures, until }) => ({
      slug: slug.trim().toLowerCase(),
      scope,
      measures: [...measures],
      ...(until === '' ? {} : { until: endOfDay(until, tenant.timeZone) }),
    }),
    body: offerGrant,
    check: ({ slug, measures, until }) => ({
      slug: slug.trim() === '' && t.slugNeeded,
      measures: measures.length === 0 && t.measuresNeeded,
      until: until !== '' && until < todayIn(tenant.timeZone) && t.endsPast,
    }),
    create: (body) => offer.mutateAsync({ body }),
    onDone: () => onClose(t.offered),
  })
  const { scope, measures } = form.values
  return (
    <FormDialog form={form} title={t.offer} submit={t.offer} onClose={() => onClose()}>
      <TextInput
        {...text(form, 'slug', t.slug)}
        description={t.slugHelp}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Group form={form} name="measures" legend={t.measures}>
        {grantMeasures.map((measure) => (
          <Checkbox
            key={measure}
            label={t.measureNames[measure]}
            checked={measures.includes(measure)}
            onChange={() =>
              form.set({
                measures: grantMeasures.filter((one) => (one === measure) !== measures.includes(one)),
              })
            }
          />
        ))}
      </Group>
      <Group form={form} name="scope" legend={t.where}>
        <ScopeFields
          scope={scope}
          onChange={(next) => form.set({ scope: next })}
          withLocations
          withoutIssues
        />
      </Group>
      <TextInput
        {...text(form, 'until', t.until)}
        type="date"
        min={todayIn(tenant.timeZone)}
        description={t.untilHelp}
      />
    </FormDialog>
  )
}
