/** Section of the settings: saved separately, changed fields only. */
import type { ReactNode } from 'react'
import type { CallInput } from '#client/types.ts'
import { type Settings, updateSettings } from '#contracts/settings.ts'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { type Faults, type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { Section } from '#desk-kit/parts/screen.tsx'

export type SettingsBody = CallInput<typeof updateSettings>['body']

interface SectionFormProps<D extends object> {
  readonly title: string
  /** the current version */
  readonly settings: Settings
  readonly read: (settings: Settings) => D
  readonly write: (draft: D) => SettingsBody
  readonly check?: (draft: D) => Faults<D>
  /** as PageForm has it */
  readonly beside?: boolean | undefined
  readonly children: (form: Form<D>) => ReactNode
}

export const SectionForm = <D extends object>({ settings, read, write, ...props }: SectionFormProps<D>) => {
  const save = useAction(updateSettings, { withMe: true })
  const form = useForm({
    record: settings,
    draft: (record = settings) => read(record),
    write,
    body: updateSettings,
    deep: true,
    ...(props.check ? { check: props.check } : {}),
    update: (body, { version }) => save.mutateAsync({ ifMatch: version, body }),
  })
  return (
    <Section title={props.title}>
      <PageForm form={form} beside={props.beside}>
        {props.children(form)}
      </PageForm>
    </Section>
  )
}
