/** Plans an own extra round, where allowed; it needs a connection, and is then on this phone. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { newId } from '#client/unique-id.ts'
import { createExtraRound } from '#contracts/scout/phone/walk.ts'
import { SelectField } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import type { Book, Template } from '../data/book.ts'
import { Page } from '../pieces/page.tsx'
import { paths } from '../routes.ts'
import { useBook, useServices } from '../services.ts'
import { useWords } from '../words.ts'

const mostStops = 200

/** The newest version of each checklist. */
const newest = ({ templates }: Book): readonly Template[] =>
  templates.filter(({ id, version }) => templates.every((one) => one.id !== id || one.version <= version))

const Plan = ({ book }: { book: Book }): JSX.Element => {
  const words = useWords()
  const { client, book: source } = useServices()
  const { go } = useNavigation()
  const checklists = newest(book)
  const [buildingId, setBuilding] = useState(book.sites[0]?.id ?? '')
  const [templateId, setTemplate] = useState(checklists[0]?.id ?? '')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [key] = useState(newId)
  const types = checklists.find(({ id }) => id === templateId)?.types ?? []
  const offered = book.amenities.filter(
    (one) => one.buildingId === buildingId && (types.length === 0 || types.includes(one.type)),
  )
  const amenityIds = chosen.filter((id) => offered.some((one) => one.id === id)).slice(0, mostStops)
  const plan = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (amenityIds.length === 0) return setTrouble(words.extraNeeded)
    setBusy(true)
    try {
      const body = { buildingId, templateId, amenityIds: [...amenityIds] }
      const round = await client.call(
        createExtraRound,
        { body },
        { idempotencyKey: `${key}.${amenityIds.join()}`.slice(0, 200) },
      )
      source.take((before) => ({
        ...before,
        rounds: [...before.rounds.filter(({ id }) => id !== round.id), round],
      }))
      go(paths.walk(round.id))
    } catch {
      setBusy(false)
      setTrouble(words.extraOnline)
    }
  }
  return (
    <Page
      title={words.extra}
      back={paths.rounds}
      backText={words.rounds}
      bar={
        <button type="submit" form="extra" class="primary" aria-disabled={busy}>
          <Icon name="check" />
          {busy ? words.loading : words.extraPlan}
        </button>
      }
    >
      <form id="extra" class="stack" onSubmit={plan} noValidate>
        <SelectField
          label={words.building}
          name="building"
          value={buildingId}
          choices={book.sites.map(({ id, name }) => [id, name] as const)}
          onText={setBuilding}
        />
        <SelectField
          label={words.checklist}
          name="checklist"
          value={templateId}
          choices={checklists.map(({ id, name }) => [id, name] as const)}
          onText={setTemplate}
        />
        <fieldset>
          <legend>{words.extraStops}</legend>
          <ul class="rows">
            {offered.map(({ id, name, location: place }) => (
              <li key={id}>
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={() =>
                      setChosen((before) =>
                        before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
                      )
                    }
                  />
                  <span>
                    <bdi>{name}</bdi>
                    {place && (
                      <small>
                        <br />
                        <bdi>{place}</bdi>
                      </small>
                    )}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {offered.length === 0 && <p>{words.extraNone}</p>}
        </fieldset>
        <p class="wrong" role="alert">
          {trouble}
        </p>
      </form>
    </Page>
  )
}

export default function ExtraScreen(): JSX.Element {
  const words = useWords()
  const book = useBook()
  if (book?.scout.extraRounds) return <Plan book={book} />
  return (
    <Page title={words.extra} back={paths.rounds} backText={words.rounds} missing={words.extraNotAllowed} />
  )
}
