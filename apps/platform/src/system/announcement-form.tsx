/** Writes an announcement, or replaces one. */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Plan, plans, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Announcement, announcementKinds, createAnnouncement } from '#contracts/super-admin/platform.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { LocalTimeField } from '#desk-kit/form/local-time-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { fromLocalField, toLocalField } from '#desk-kit/parts/local-datetime.ts'
import { systemMessages } from './messages.ts'

type Language = (typeof visitorLanguages)[number]
type Texts = Announcement['texts']

interface AnnouncementFormProps {
  /** the one that is replaced */
  readonly before: Announcement | undefined
  readonly onClose: () => void
}

const longestMs = 30 * 86_400_000

export const AnnouncementForm = ({ before, onClose }: AnnouncementFormProps) => {
  const { words } = useMessages()
  const t = useMessages(systemMessages)
  const { timeZone } = useFormat()
  const create = useAction(createAnnouncement)
  const audience = before?.audience
  const form = useForm({
    draft: () => ({
      kind: (before?.kind ?? 'MAINTENANCE') as string,
      title: before?.title ?? '',
      text: before?.text ?? '',
      texts: before?.texts ?? ({} as Texts),
      audience: (audience && !('all' in audience)
        ? 'plans' in audience
          ? 'plans'
          : 'tenants'
        : 'all') as string,
      plans: audience && 'plans' in audience ? audience.plans : ([] as Plan[]),
      tenantIds: audience && 'tenantIds' in audience ? audience.tenantIds : ([] as string[]),
      from: toLocalField(before?.from, timeZone),
      until: toLocalField(before?.until, timeZone),
    }),
    write: (draft) => ({
      kind: draft.kind as Announcement['kind'],
      title: draft.title.trim(),
      text: draft.text.trim(),
      texts: draft.texts,
      audience:
        draft.audience === 'all'
          ? ({ all: true } as const)
          : draft.audience === 'plans'
            ? { plans: [...draft.plans] }
            : { tenantIds: [...draft.tenantIds] },
      from: fromLocalField(draft.from, timeZone) ?? undefined,
      until: fromLocalField(draft.until, timeZone) ?? '',
      replaces: before?.id,
    }),
    body: createAnnouncement,
    check: (draft) => {
      const until = Date.parse(fromLocalField(draft.until, timeZone) ?? '')
      return {
        title: draft.title.trim() === '' && t.needed,
        text: draft.text.trim() === '' && t.needed,
        texts: Object.values(draft.texts).some((one) => !one?.title.trim() || !one.text.trim()) && t.needed,
        plans: draft.audience === 'plans' && draft.plans.length === 0 && t.chooseOne,
        tenantIds: draft.audience === 'tenants' && draft.tenantIds.length === 0 && t.chooseOne,
        until: !(until > Date.now() && until < Date.now() + longestMs) && t.untilNeeded,
      }
    },
    create: (body) => create.mutateAsync({ body }),
    onDone: onClose,
  })
  const { values } = form
  const names = words.languages as Readonly<Record<string, string>>
  const setTexts = (language: string, change: { title?: string; text?: string } | undefined): void => {
    const { [language as Language]: now, ...others } = values.texts
    const next = change ? { ...others, [language]: { title: '', text: '', ...now, ...change } } : others
    form.set({ texts: next as Texts })
  }
  const written = Object.keys(values.texts)
  return (
    <FormDialog
      form={form}
      title={before ? before.title : t.announce}
      submit={t.publish}
      onClose={onClose}
      wide
    >
      <NativeSelect
        {...text(form, 'kind', t.kind)}
        data={announcementKinds.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <TextInput {...text(form, 'title', t.title)} data-autofocus />
      <Textarea {...text(form, 'text', t.text)} autosize minRows={3} />
      <Group form={form} name="texts" legend={t.addLanguage} unlabelled>
        {written.map((language) => (
          <div key={language} className="form">
            <TextInput
              label={t.titleIn({ language: names[language] ?? language })}
              value={values.texts[language as Language]?.title ?? ''}
              maxLength={120}
              onChange={(event) => setTexts(language, { title: event.currentTarget.value })}
            />
            <Textarea
              label={t.textIn({ language: names[language] ?? language })}
              value={values.texts[language as Language]?.text ?? ''}
              maxLength={1000}
              autosize
              onChange={(event) => setTexts(language, { text: event.currentTarget.value })}
            />
            <Button size="compact-sm" onClick={() => setTexts(language, undefined)}>
              {words.remove}
            </Button>
          </div>
        ))}
        <NativeSelect
          label={t.addLanguage}
          value=""
          onChange={(event) => setTexts(event.currentTarget.value, {})}
          data={[
            { value: '', label: t.chooseLanguage },
            ...visitorLanguages
              .filter((one) => !written.includes(one))
              .map((value) => ({ value, label: names[value] ?? value })),
          ]}
        />
      </Group>
      <NativeSelect
        {...text(form, 'audience', t.audience)}
        data={(['all', 'plans', 'tenants'] as const).map((value) => ({ value, label: t.audiences[value] }))}
      />
      {values.audience === 'plans' ? (
        <Group form={form} name="plans" legend={t.plans}>
          {plans.map((plan) => (
            <Checkbox
              key={plan}
              label={words.plans[plan]}
              checked={values.plans.includes(plan)}
              onChange={(event) =>
                form.set({
                  plans: event.currentTarget.checked
                    ? [...values.plans, plan]
                    : values.plans.filter((one) => one !== plan),
                })
              }
            />
          ))}
        </Group>
      ) : null}
      {values.audience === 'tenants' ? (
        <FindMany
          from="tenants"
          label={t.tenants}
          error={form.fault('tenantIds')}
          value={values.tenantIds}
          onChange={(tenantIds) => form.set({ tenantIds })}
        />
      ) : null}
      <LocalTimeField {...value(form, 'from', t.from)} help={t.fromHelp} />
      <LocalTimeField {...value(form, 'until', t.shownUntil)} />
    </FormDialog>
  )
}
