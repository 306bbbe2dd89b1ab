/** SCO-1: sets up this phone by the code of an invitation, typed or in the link. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { ChooseLanguage } from '#field-kit/choose-language.tsx'
import { Field } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Mark } from '#field-kit/icon.tsx'
import type { Language } from '#i18n/languages.ts'
import type { ScreenProps } from '../app.tsx'
import { paths } from '../routes.ts'
import { useServices } from '../services.ts'
import { type Messages, useWords } from '../words.ts'

/** The link has the code behind `#`, so that no log of a server holds it. */
const codeInLink = (): string => new URLSearchParams(location.hash.slice(1)).get('code') ?? ''

const formatCode = (typed: string): string => {
  const bare = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return bare.length > 5 ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}

const troubleText = (words: Messages, error: unknown): string => {
  if (!(error instanceof ApiError)) return words.failed
  switch (error.code) {
    case 'UNAUTHORIZED':
    case 'VALIDATION_ERROR':
      return words.codeWrong
    case 'RATE_LIMITED':
      return words.codeLimited
    case 'FORBIDDEN':
      return words.notUsed
    case 'NETWORK':
      return words.noConnection
    default:
      return words.failed
  }
}

export default function Activate({ localeStore }: ScreenProps): JSX.Element {
  const words = useWords()
  const { activate } = useServices()
  const [typed, setTyped] = useState(() => formatCode(codeInLink()))
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const chosen = useRef<Language>(undefined)
  useEffect(() => {
    const follow = (): void => setTyped(formatCode(codeInLink()))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const code = formatCode(typed)
    if (code.length !== 11) {
      setTrouble(words.codeIncomplete)
      field.current?.focus()
      return
    }
    setBusy(true)
    setTrouble(undefined)
    try {
      await activate(code, chosen.current)
      // The page opens anew as this scout's, without the code in its address.
      location.replace(paths.rounds)
    } catch (error) {
      setBusy(false)
      setTrouble(troubleText(words, error))
      field.current?.focus()
    }
  }
  return (
    <>
      <span class="logo">
        <Mark />
      </span>
      <Heading text={words.activateTitle} />
      <p>{words.activateText}</p>
      <form class="stack" onSubmit={submit} noValidate>
        <Field label={words.activateCode} hint={words.activateHint} error={trouble}>
          {(control) => (
            <input
              {...control}
              ref={field}
              class="code"
              type="text"
              name="code"
              dir="ltr"
              autocomplete="one-time-code"
              autocapitalize="characters"
              spellcheck={false}
              maxLength={20}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onBlur={() => setTyped(formatCode(typed))}
            />
          )}
        </Field>
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? words.loading : words.activateStart}
        </button>
      </form>
      <ChooseLanguage
        onLanguage={(language) => {
          chosen.current = language
          return localeStore.setLanguage(language).catch(() => setTrouble(words.noConnection))
        }}
      />
    </>
  )
}
