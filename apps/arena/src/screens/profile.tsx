/** ARE-1: how others see a player, and leaving. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { avatars, type PlayerProfile, visibilities } from '#contracts/arena/records.ts'
import { optIntoArena, updateArenaProfile } from '#contracts/arena.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link, useNavigation } from '#field-kit/navigation.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { arena } from '#pwa/phone-apps.ts'
import { useAppServices } from '../app-services.ts'
import { AliasField, isAlias } from '../pieces/alias-field.tsx'
import { Banner } from '../pieces/banner.tsx'
import { Failed } from '../pieces/failed.tsx'
import { OnlyJoined } from '../pieces/only-joined.tsx'
import { AvatarPicture } from '../pieces/picture.tsx'
import { useAction } from '../pieces/use-action.ts'
import { useWords } from '../words.ts'

type Input = Pick<PlayerProfile, 'avatar' | 'visibility'> & { readonly alias: string }

const HowOthersSee = ({ profile }: { profile: PlayerProfile }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [typed, setTyped] = useState<{ readonly version: number; readonly input: Partial<Input> }>()
  const [wrong, setWrong] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave(typed !== undefined)
  const input: Input = {
    alias: profile.alias ?? '',
    avatar: profile.avatar,
    visibility: profile.visibility,
    ...typed?.input,
  }
  const change = (some: Partial<Input>): void => {
    action.clear()
    setIsSaved(false)
    // The version that was seen when typing began is the one that is changed.
    setTyped((before) => ({
      version: before?.version ?? profile.version,
      input: { ...before?.input, ...some },
    }))
  }
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isRight = isAlias(input.alias)
    setWrong(!isRight)
    if (!isRight) {
      form.current?.querySelector('input')?.focus()
      return
    }
    const saved = await action.run(
      () =>
        call(
          updateArenaProfile,
          { body: { ...input, alias: input.alias.trim() } },
          { ifMatch: typed?.version ?? profile.version },
        ),
      {
        CONFLICT: words.aliasTaken,
        VALIDATION_ERROR: words.aliasName,
        PRECONDITION_FAILED: words.changedElsewhere,
      },
    )
    if (saved) setTyped(undefined)
    setIsSaved(saved)
  }
  return (
    <form class="stack" ref={form} onSubmit={save} noValidate>
      <AliasField value={input.alias} wrong={wrong} onText={(alias) => change({ alias })} />
      <fieldset class="choices">
        <legend>{words.whoSees}</legend>
        {visibilities.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="visibility"
              checked={input.visibility === one}
              onChange={() => change({ visibility: one })}
            />
            {words.visibilities[one]}
          </label>
        ))}
      </fieldset>
      <fieldset class="avatars">
        <legend>{words.picture}</legend>
        {avatars.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="avatar"
              class="vh"
              checked={input.avatar === one}
              onChange={() => change({ avatar: one })}
            />
            <AvatarPicture avatar={one} />
            <span class="vh">{words.avatars[one]}</span>
          </label>
        ))}
      </fieldset>
      <Failed of={action} />
      <div role="status">
        {isSaved && (
          <p class="mark good">
            <Icon name="check" />
            {words.saved}
          </p>
        )}
      </div>
      <div class="row">
        <button type="submit" class="primary">
          {words.save}
        </button>
      </div>
    </form>
  )
}

const Leaving = (): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const { go } = useNavigation()
  const action = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const [erase, setErase] = useState(false)
  const leave = async (): Promise<void> => {
    const left = await action.run(() => call(optIntoArena, { body: { optIn: false, erase } }))
    if (left) go(`${arena.home}?left`, { sent: true })
  }
  return (
    <section class="stack">
      <h2>{words.leaveArena}</h2>
      <p>{words.leaveEffect}</p>
      {isOpen ? (
        <>
          <label class="choice">
            <input
              type="checkbox"
              name="erase"
              checked={erase}
              onChange={(event) => setErase(event.currentTarget.checked)}
            />
            <span>
              {words.leaveErase}
              <small>{words.leaveKeeps}</small>
            </span>
          </label>
          <Failed of={action} />
          <div class="row">
            <button type="button" class="danger" onClick={leave}>
              {words.leaveYes}
            </button>
            <button type="button" onClick={() => setIsOpen(false)}>
              {words.cancel}
            </button>
          </div>
        </>
      ) : (
        <div class="row">
          <button type="button" class="danger" onClick={() => setIsOpen(true)}>
            {words.leaveArena}
          </button>
        </div>
      )}
    </section>
  )
}

export default function Profile(): JSX.Element {
  const words = useWords()
  return (
    <>
      <Link class="button quiet back" to={arena.home}>
        <Icon name="back" />
        {words.home}
      </Link>
      <Heading text={words.profile} />
      <Banner />
      <OnlyJoined>
        {(profile) => (
          <div class="stack wide">
            <HowOthersSee profile={profile} />
            <p>
              <a href="/app/work/me/notifications">{words.quietHours}</a>
            </p>
            <Leaving />
          </div>
        )}
      </OnlyJoined>
    </>
  )
}
