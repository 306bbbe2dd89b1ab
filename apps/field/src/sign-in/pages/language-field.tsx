/** The language of these pages; a change keeps what was typed. */
import { createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { SelectField } from '../../parts/form.tsx'
import { type AppLanguage, appLanguages, languageNames } from '../../parts/language.ts'
import { useWords } from '../words.tsx'

export const ChooseLanguage = createContext<(language: AppLanguage) => void>(() => {})

export const LanguageField = ({ language }: { language: AppLanguage }): JSX.Element => {
  const words = useWords()
  const choose = useContext(ChooseLanguage)
  return (
    <SelectField
      label={words.language}
      name="language"
      value={language}
      choices={appLanguages.map((code) => [code, languageNames[code]] as const)}
      onText={(chosen) => {
        const known = appLanguages.find((code) => code === chosen)
        if (known) choose(known)
      }}
    />
  )
}
