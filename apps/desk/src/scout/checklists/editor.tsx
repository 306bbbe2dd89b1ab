/** Editor of a checklist with the phone beside it. Each change is published as a new version. */
import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { updateInspectionTemplate } from '#contracts/scout/admin-templates.ts'
import type { Section, Template } from '#contracts/scout/templates.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { bodyOf, type Draft, draftOf, faultsOf, questionsOf, type TextLanguage } from './draft.ts'
import { checklistMessages } from './messages.ts'
import { Phone } from './phone.tsx'
import { Sections } from './sections.tsx'

export const Editor = ({ template }: { template: Template }) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const update = useAction(updateInspectionTemplate)
  const [language, setLanguage] = useState<TextLanguage>('')
  const form = useForm({
    record: template,
    draft: draftOf,
    write: bodyOf,
    body: updateInspectionTemplate,
    check: ({ name, sections }: Draft) => ({
      name: name.trim() === '' && t.nameNeeded,
      sections: (sections.length === 0 || faultsOf(sections).size > 0) && t.fix,
    }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
  })
  const { sections, name, passMark } = form.values
  const mark = value(form, 'passMark', t.passMark)
  const told = (all: readonly Section[]): string => {
    const questions = questionsOf(all)
    return t.sectionsChanged({
      count: questions.length,
      texts: questions.map((one) => one.text).join('; '),
    })
  }
  return (
    <div className="checklist-editor">
      <PageForm form={form} submit={t.publish({ version: template.version + 1 })} done={t.published}>
        <TextInput {...text(form, 'name', words.name)} />
        <Textarea {...text(form, 'description', t.description)} autosize />
        <FindMany {...value(form, 'types', t.types)} from="types" description={t.typesHelp} />
        <div className="two">
          <NumberInput {...mark} min={0} max={100} onChange={(next) => mark.onChange(Number(next) || 0)} />
          <NativeSelect
            {...text(form, 'presence', t.presence)}
            data={(['OPTIONAL', 'REQUIRED'] as const).map((one) => ({
              value: one,
              label: t.presences[one],
            }))}
          />
        </div>
        <NativeSelect
          label={t.language}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as TextLanguage)}
          data={[
            { value: '', label: t.original },
            ...visitorLanguages.map((one) => ({ value: one, label: words.languages[one] })),
          ]}
        />
        <Group form={form} name="sections" legend={t.sections} format={told}>
          <Sections
            sections={sections}
            language={language}
            faults={form.fault('sections') ? faultsOf(sections) : undefined}
            onChange={(next) => form.set({ sections: next })}
          />
        </Group>
      </PageForm>
      <Phone name={name} sections={sections} passMark={passMark} language={language} />
    </div>
  )
}
