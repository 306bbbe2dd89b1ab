/** Asks for the code that an administrator sees in the desk. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Mark } from '#field-kit/icon.tsx'
import { type Language, languageNames, languages } from '#i18n/languages.ts'
import type { WallState } from './wall.ts'
import type { WallLocale } from './words.ts'

interface PairingProps {
  readonly state: Extract<WallState, { readonly kind: 'UNPAIRED' }>
  readonly locale: WallLocale
  readonly onCode: (code: string) => void
  readonly onLanguage: (language: Language) => void
}

export const Pairing = ({ state, locale, onCode, onLanguage }: PairingProps): JSX.Element => {
  const { words, language } = locale
  const [code, setCode] = useState('')
  useEffect(() => {
    document.title = `${words.pairTitle} – Wellkept`
  }, [words])
  return (
    <main class="pairing stack">
      <p class="brand">
        <Mark /> Wellkept
      </p>
      <h1>{words.pairTitle}</h1>
      <p>{words.pairText}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!state.busy) onCode(code)
        }}
      >
        <div class="field">
          <label for="code">{words.code}</label>
          <input
            id="code"
            class="code"
            dir="ltr"
            value={code}
            maxLength={20}
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
        </div>
        <p role="alert">{state.fault ? words[state.fault] : ''}</p>
        <button class="primary" type="submit" disabled={state.busy}>
          {state.busy ? words.waiting : words.pair}
        </button>
      </form>
      <div class="field">
        <label for="language">{words.language}</label>
        <select
          id="language"
          value={language}
          onChange={({ currentTarget }) => onLanguage(currentTarget.value as Language)}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </div>
    </main>
  )
}
