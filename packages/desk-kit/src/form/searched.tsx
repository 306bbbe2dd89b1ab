/** Searchable fields for time zones and locales. */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'

interface SearchedProps {
  readonly label: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** label of the empty choice; left out: one must be chosen */
  readonly none?: string
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** Options rendered at once; typing finds the rest. */
const maxRendered = 60

const Searched = ({
  value,
  onChange,
  none,
  choices,
  ...props
}: SearchedProps & { readonly choices: readonly Choice[] }) => {
  const { words } = useMessages()
  return (
    <Select
      {...props}
      data={[...choices]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      limit={maxRendered}
      nothingFoundMessage={words.nothingMatches}
      clearButtonProps={{ 'aria-label': words.clear }}
      {...(none === undefined ? { allowDeselect: false } : { clearable: true, placeholder: none })}
    />
  )
}

/** Keeps the stored value selectable where this browser does not know it. */
const withOwn = (known: readonly string[], own: string): readonly string[] =>
  own === '' || known.includes(own) ? known : [own, ...known]

export const ZoneField = (props: SearchedProps) => (
  <Searched
    {...props}
    choices={withOwn(Intl.supportedValuesOf('timeZone'), props.value).map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))}
  />
)

/** Locales for dates and numbers. */
const locales = [
  ...[
    'ar',
    'bg',
    'cs',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'de-DE',
    'el',
    'en',
    'en-AU',
    'en-CA',
    'en-GB',
    'en-IE',
  ],
  ...[
    'en-US',
    'es',
    'es-ES',
    'es-MX',
    'et',
    'fi',
    'fr',
    'fr-BE',
    'fr-CA',
    'fr-CH',
    'fr-FR',
    'ga',
    'hr',
    'hu',
  ],
  ...[
    'it',
    'it-CH',
    'it-IT',
    'ja',
    'ko',
    'lt',
    'lv',
    'nb',
    'nl',
    'nl-BE',
    'nl-NL',
    'pl',
    'pt',
    'pt-BR',
    'pt-PT',
  ],
  ...['ro', 'sk', 'sl', 'sv', 'tr', 'uk', 'zh'],
]

export const LocaleField = (props: SearchedProps) => {
  const { locale } = useFormat()
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return (
    <Searched
      {...props}
      choices={withOwn(locales, props.value)
        .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
        .sort((one, other) => one.label.localeCompare(other.label, locale))}
    />
  )
}
