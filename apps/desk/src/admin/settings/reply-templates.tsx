/** Templates for replies to visitors. Each is edited in a dialog; the service stores the whole list. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { unknownPlaceholders } from '#contracts/reply-placeholders.ts'
import { type ReplyTemplate, type Settings, updateSettings } from '#contracts/settings.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction, useRun } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { settingsMessages } from './messages.ts'

const most = 20
const longestName = 80
const longestText = 1000

type Texts = ReplyTemplate['texts']

/** Without the languages that were left empty. */
const written = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, words]) => (words?.trim() ? [[language, words.trim()]] : [])),
  )

interface TemplateDialogProps {
  readonly settings: Settings
  /** undefined: a new one */
  readonly template: ReplyTemplate | undefined
  readonly onClose: () => void
}

const TemplateDialog = ({ settings, template, onClose }: TemplateDialogProps) => {
  const { words } = useMessages()
  const t = useMessages(settingsMessages)
  const save = useAction(updateSettings)
  const { replyTemplates: all, visitorLanguages: offered, version } = settings
  const [language, setLanguage] = useState<VisitorLanguage>(offered[0] ?? 'en')
  const others = all.filter(({ name }) => name !== template?.name)
  const form = useForm({
    draft: () => ({ name: template?.name ?? '', texts: template?.texts ?? ({} as Texts) }),
    write: ({ name, texts }) => ({ name: name.trim(), texts: written(texts) }),
    body: updateSettings,
    check: ({ name, texts }) => {
      const [wrong] = Object.values(texts).flatMap((one) => unknownPlaceholders(one ?? ''))
      return {
        name:
          name.trim() === ''
            ? t.nameNeeded
            : others.some((one) => one.name === name.trim()) && t.templateNameTaken,
        texts:
          Object.keys(written(texts)).length === 0
            ? t.templateTextNeeded
            : wrong !== undefined && t.templateUnknown({ placeholder: wrong }),
      }
    },
    create: (next) =>
      save.mutateAsync({
        ifMatch: version,
        body: {
          // By name, since the list is another one after a colleague changed it.
          replyTemplates:
            others.length < all.length
              ? all.map((one) => (one.name === template?.name ? next : one))
              : [...all, next],
        },
      }),
    onDone: onClose,
  })
  const { texts } = form.values
  const options = visitorLanguages.map((one) => ({
    value: one,
    label: texts[one]?.trim() ? t.templateWritten({ language: words.languages[one] }) : words.languages[one],
  }))
  return (
    <FormDialog form={form} title={t.template} submit={words.save} onClose={onClose}>
      <TextInput {...text(form, 'name', words.name)} maxLength={longestName} data-autofocus />
      <NativeSelect
        label={t.templateLanguage}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as VisitorLanguage)}
        data={options}
      />
      <Group form={form} name="texts" legend={t.templateText} unlabelled>
        <Textarea
          label={t.templateText}
          description={t.templateHelp({ place: '{place}', organization: '{organization}' })}
          lang={language}
          dir="auto"
          autosize
          minRows={4}
          maxLength={longestText}
          value={texts[language] ?? ''}
          onChange={(event) => form.set({ texts: { ...texts, [language]: event.currentTarget.value } })}
        />
      </Group>
    </FormDialog>
  )
}

export const ReplyTemplates = ({ settings }: { settings: Settings }) => {
  const { words } = useMessages()
  const t = useMessages(settingsMessages)
  const run = useRun()
  const [opened, setOpened] = useState<{ readonly template: ReplyTemplate | undefined }>()
  const { replyTemplates: all, version } = settings
  return (
    <Section title={t.templates}>
      <p className="quiet">{t.templatesHelp}</p>
      {run.error ? <ErrorPanel error={run.error} /> : null}
      <ul className="plain-list">
        {all.map((template) => (
          <li key={template.name} className="line-of">
            <span>
              <bdi>{template.name}</bdi>{' '}
              <small>
                {Object.keys(template.texts)
                  .map((one) => words.languages[one as VisitorLanguage])
                  .join(', ')}
              </small>
            </span>
            <Button
              size="compact-sm"
              aria-label={t.editTemplate({ name: template.name })}
              onClick={() => setOpened({ template })}
            >
              {words.edit}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t.removeTemplate({ name: template.name })}
              disabled={run.isPending}
              onClick={() =>
                run.mutate(
                  callOf(updateSettings, {
                    ifMatch: version,
                    body: { replyTemplates: all.filter((one) => one !== template) },
                  }),
                )
              }
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button disabled={all.length >= most} onClick={() => setOpened({ template: undefined })}>
          {t.addTemplate}
        </Button>
        {all.length >= most ? <p>{t.templatesFull({ most })}</p> : null}
      </div>
      {opened ? (
        <TemplateDialog settings={settings} template={opened.template} onClose={() => setOpened(undefined)} />
      ) : null}
    </Section>
  )
}
