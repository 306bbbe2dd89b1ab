/** Templates for a reply, each in the language that suits the visitors best. */
import { Button, Menu } from '@mantine/core'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { ReplyTemplate } from '#contracts/settings.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { replyMessages } from './messages.ts'

interface TemplateMenuProps {
  readonly templates: readonly ReplyTemplate[]
  /** of the visitors */
  readonly languages: readonly string[]
  readonly onChoose: (text: string, language: VisitorLanguage) => void
}

/** The text for these visitors: in their language if the template has it, else in its first. */
const textFor = (
  { texts }: ReplyTemplate,
  languages: readonly string[],
): readonly [VisitorLanguage, string] | undefined => {
  const found = Object.entries(texts) as [VisitorLanguage, string][]
  return found.find(([language]) => languages.includes(language)) ?? found[0]
}

export const TemplateMenu = ({ templates, languages, onChoose }: TemplateMenuProps) => {
  const { words } = useMessages()
  const t = useMessages(replyMessages)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm">{t.insert}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className="reply-templates">
        {templates.map((template) => {
          const [language, text] = textFor(template, languages) ?? []
          return language === undefined || text === undefined ? null : (
            <Menu.Item key={template.name} onClick={() => onChoose(text, language)}>
              <bdi>{template.name}</bdi> <small>{words.languages[language]}</small>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
