/**
 * Texts of emails: message sets as in the apps, one file per language in the folder `messages` beside the code that
 * uses them. Each is loaded and compiled with the first email in its language.
 */
import { createRequire } from 'node:module'
import { grammarOf } from '#i18n/grammar.ts'
import type { Words } from '#i18n/texts.ts'
import { type Catalogue, wordsSource } from '#i18n/vite-messages.ts'
import type { MailLanguage } from './layout.ts'

/** @param here `import.meta.url` of the file beside the folder `messages` */
export const mailTexts = <English extends Catalogue>(
  here: string,
): ((language: MailLanguage) => Words<English>) => {
  const load = createRequire(here)
  const compiled = new Map<MailLanguage, Words<English>>()
  return (language) => {
    const known = compiled.get(language)
    if (known) return known
    const { default: texts } = load(`./messages/${language}.ts`) as { readonly default: Catalogue }
    const { number, plural, select } = grammarOf(language)
    const source = `return ${wordsSource(texts, language)}`
    const words = new Function('number', 'plural', 'select', source)(number, plural, select) as Words<English>
    compiled.set(language, words)
    return words
  }
}
