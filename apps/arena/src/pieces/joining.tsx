/** What taking part means, in plain words, and joining under an alias. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { PlayerProfile } from '#contracts/arena/records.ts'
import { optIntoArena } from '#contracts/arena.ts'
import { Link } from '#field-kit/navigation.tsx'
import { arena } from '#pwa/phone-apps.ts'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'
import { AliasField, isAlias } from './alias-field.tsx'
import { Failed } from './failed.tsx'
import { useAction } from './use-action.ts'

export const Joining = ({ profile }: { profile: PlayerProfile }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alias = typed ?? profile.alias ?? ''
  const join = (event: Event): void => {
    event.preventDefault()
    const isRight = isAlias(alias)
    setWrong(!isRight)
    if (!isRight) {
      form.current?.querySelector('input')?.focus()
      return
    }
    action.run(() => call(optIntoArena, { body: { optIn: true, alias: alias.trim() } }), {
      CONFLICT: words.aliasTaken,
      VALIDATION_ERROR: words.aliasName,
    })
  }
  return (
    <div class="stack wide">
      <section class="stack tight">
        <h2>{words.joinTitle}</h2>
        <p>{words.joinIntro}</p>
      </section>
      <section class="stack tight">
        <h2>{words.whatTitle}</h2>
        <p>{words.what}</p>
        <p>{words.whatNot}</p>
      </section>
      <section class="stack tight">
        <h2>{words.whoTitle}</h2>
        <ul class="points">
          <li>{words.whoYou}</li>
          <li>{words.whoOthers}</li>
          <li>{words.whoManagers}</li>
        </ul>
      </section>
      <section class="stack tight">
        <h2>{words.leaveTitle}</h2>
        <p>{words.leaveHow}</p>
        <p>{words.leaveAnyway}</p>
      </section>
      <form class="stack" ref={form} onSubmit={join} noValidate>
        <AliasField
          value={alias}
          wrong={wrong}
          onText={(text) => {
            action.clear()
            setTyped(text)
          }}
        />
        <Failed of={action} />
        <div class="row">
          <button type="submit" class="primary">
            {words.join}
          </button>
          <Link class="button" to={`${arena.home}/fairness`}>
            {words.readRules}
          </Link>
        </div>
      </form>
    </div>
  )
}
