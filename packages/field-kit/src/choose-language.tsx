/** Chooses the language of the app. */
import type { JSX } from 'preact'
import { type Language, languageNames, languages } from '#i18n/languages.ts'
import { SelectField } from './form.tsx'
import { useLocaleOf } from './words.ts'

export const ChooseLanguage = ({ onLanguage }: { onLanguage: (language: Language) => void }): JSX.Element => {
  const { language, words } = useLocaleOf()
  return (
    <SelectField
      label={words.language}
      name="language"
      value={language}
      choices={languages.map((code) => [code, languageNames[code]] as const)}
      onText={(chosen) => {
        const known = languages.find((code) => code === chosen)
        if (known) onLanguage(known)
      }}
    />
  )
}
