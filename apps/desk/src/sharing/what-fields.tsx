/** Contents and scope, shared by links and mailings. */
import { Checkbox } from '@mantine/core'
import { Group } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ScopeFields } from '../admin/scope-fields.tsx'
import { type LinkDraft, reportContents } from './link-draft.ts'
import { sharingMessages } from './messages.ts'

type What = Pick<LinkDraft, 'contents' | 'scope'>

interface FieldsProps {
  readonly form: Form<What>
}

export const ContentsFields = ({ form }: FieldsProps) => {
  const t = useMessages(sharingMessages)
  const { contents } = form.values
  return (
    <Group form={form} name="contents" legend={t.contents}>
      {reportContents.map((content) => (
        <Checkbox
          key={content}
          label={t.contentNames[content]}
          checked={contents.includes(content)}
          onChange={() =>
            form.set({
              // Keeps the order of the page.
              contents: reportContents.filter((one) => (one === content) !== contents.includes(one)),
            })
          }
        />
      ))}
    </Group>
  )
}

export const PlacesFields = ({ form }: FieldsProps) => {
  const t = useMessages(sharingMessages)
  const { scope } = form.values
  return (
    <Group form={form} name="scope" legend={t.where}>
      <ScopeFields scope={scope} onChange={(next) => form.set({ scope: next })} withLocations withoutIssues />
    </Group>
  )
}
