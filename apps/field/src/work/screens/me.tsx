/** The person, their language, the way out. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useCell } from '../../parts/cell.ts'
import { SelectField } from '../../parts/form.tsx'
import { Heading } from '../../parts/heading.tsx'
import { type AppLanguage, appLanguages, languageNames } from '../../parts/language.ts'
import { useOffice } from '../office.ts'
import { Banner } from '../pieces/banner.tsx'
import { useVoice } from '../words.ts'

export const Me = ({ onLanguage }: { onLanguage: (language: AppLanguage) => void }): JSX.Element => {
  const { language, words } = useVoice()
  const office = useOffice()
  const operations = useCell(office.outbox.operations)
  const [leaving, setLeaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const session = office.sessions.read()
  const waiting = operations.filter(({ state }) => state === 'WAITING' || state === 'NEEDS_YOU').length
  const isAlsoAtDesk = session?.user.roles.some((role) => role !== 'TECHNICIAN')
  const leave = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await office.signOut()
    location.replace('/app/sign-in')
  }
  return (
    <>
      <Heading text={words.me} />
      <Banner />
      <p>
        <strong>{office.persons.current()?.name}</strong>
        <br />
        {session?.user.email}
      </p>
      <SelectField
        label={words.language}
        name="language"
        value={language}
        choices={appLanguages.map((code) => [code, languageNames[code]] as const)}
        onText={(chosen) => {
          const known = appLanguages.find((code) => code === chosen)
          if (known) onLanguage(known)
        }}
      />
      {isAlsoAtDesk && (
        <p>
          <a class="button" href="/app/">
            {words.desk}
          </a>
        </p>
      )}
      <section class="stack tight">
        <h2>{words.offlineHelpTitle}</h2>
        <p>{words.offlineHelp}</p>
      </section>
      <section class="stack">
        <p role="status">{words.signOutKeeps(waiting)}</p>
        <div class="row">
          {leaving && waiting > 0 ? (
            <>
              <button type="button" class="danger" onClick={leave}>
                {words.signOutSure}
              </button>
              <button type="button" onClick={() => setLeaving(false)}>
                {words.cancel}
              </button>
            </>
          ) : (
            <button type="button" onClick={() => (waiting > 0 ? setLeaving(true) : leave())}>
              {words.signOut}
            </button>
          )}
        </div>
      </section>
    </>
  )
}
