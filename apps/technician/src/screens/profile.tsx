/** AU6: name and time zone. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { canonicalZone } from '#contracts/kit/time-zone.ts'
import { SelectField, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Outcome, useAttempt, WithRecord } from '#field-kit/own-record.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import type { OwnRecord } from '../data/account.ts'
import { BackToMe } from '../pieces/back-to-me.tsx'
import { Banner } from '../pieces/banner.tsx'
import { useWords } from '../words.ts'

const zones = (own: string | null): readonly string[] => {
  // Browsers before 2022 lack Intl.supportedValuesOf.
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone').map(canonicalZone) : []
  return own && !known.includes(own) ? [own, ...known] : known
}

const About = ({ record: { user, tenant, version } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [name, setName] = useState<string>()
  const [zone, setZone] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave((name ?? zone) !== undefined)
  const shownName = name ?? user.name
  const reset = (): void => {
    setName(undefined)
    setZone(undefined)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (shownName.trim() === '') {
      setWrong(true)
      form.current?.querySelector('input')?.focus()
      return
    }
    attempt.run(async () => {
      await account.save({ name: shownName.trim(), timeZone: (zone ?? user.timeZone ?? '') || null }, version)
      reset()
    })
  }
  return (
    <form class="stack" ref={form} onSubmit={submit} noValidate>
      <h2>{words.aboutYou}</h2>
      <TextField
        label={words.name}
        name="name"
        autocomplete="name"
        maxLength={120}
        value={shownName}
        error={wrong ? words.nameNeeded : undefined}
        onText={(text) => {
          attempt.clear()
          setWrong(false)
          setName(text)
        }}
      />
      <SelectField
        label={words.timeZone}
        name="timeZone"
        value={zone ?? user.timeZone ?? ''}
        choices={[
          ['', words.zoneOfTenant({ zone: tenant.timeZone })],
          ...zones(user.timeZone).map((one) => [one, one.replaceAll('_', ' ')] as const),
        ]}
        onText={(text) => {
          attempt.clear()
          setZone(text)
        }}
      />
      <Outcome attempt={attempt} saved={words.saved} onReload={() => account.load().then(reset)} />
      <button type="submit" class="primary">
        {attempt.busy ? words.saving : words.save}
      </button>
    </form>
  )
}

export default function Profile(): JSX.Element {
  const words = useWords()
  const { account } = useAppServices()
  return (
    <>
      <BackToMe />
      <Heading text={words.profile} />
      <Banner />
      <WithRecord source={account}>
        {(record) => (
          <div class="stack wide">
            <About record={record} />
          </div>
        )}
      </WithRecord>
    </>
  )
}
