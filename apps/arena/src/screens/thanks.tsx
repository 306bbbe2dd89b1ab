/** ARE-3: thanks between colleagues. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listKudos, reportKudos } from '#contracts/arena/play.ts'
import type { Kudos } from '#contracts/arena/records.ts'
import { TextField } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useAppServices } from '../app-services.ts'
import { Failed } from '../pieces/failed.tsx'
import { Giving } from '../pieces/giving.tsx'
import { OnlyJoined } from '../pieces/only-joined.tsx'
import { Shown } from '../pieces/shown.tsx'
import { TogetherHead } from '../pieces/together.tsx'
import { useAction } from '../pieces/use-action.ts'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Reporting = ({ id, onEnd }: { id: string; onEnd: () => void }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [reason, setReason] = useState('')
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const said = reason.trim()
    const sent = await action.run(() =>
      call(reportKudos, { params: { id }, body: said ? { reason: said } : {} }),
    )
    if (sent) onEnd()
  }
  return (
    <form class="stack" onSubmit={send}>
      <TextField
        label={`${words.reportWhy} (${words.optional})`}
        name="why"
        maxLength={200}
        value={reason}
        hint={words.reportAbout}
        onText={setReason}
      />
      <Failed of={action} />
      <div class="row">
        <button type="submit" class="danger">
          {words.reportSend}
        </button>
        <button type="button" onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

/** A name whose direction does not change that of the sentence around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`

const One = ({ kudos, me }: { kudos: Kudos; me: string | undefined }): JSX.Element => {
  const words = useWords()
  const { time } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { id, from, to, reason, text, at } = kudos
  const nameOf = ({ id: whose, displayName }: Kudos['to']): string =>
    whose === me ? `${isolated(displayName)} ${words.you}` : isolated(displayName)
  return (
    <li class="stack tight">
      <h2 class="plain">{words.fromTo({ from: nameOf(from), to: nameOf(to) })}</h2>
      <p>{words.reasons[reason]}</p>
      {text && (
        <blockquote>
          <bdi>{text}</bdi>
        </blockquote>
      )}
      <small>{time(at)}</small>
      {isOpen ? (
        <Reporting id={id} onEnd={() => setIsOpen(false)} />
      ) : (
        from.id !== me && (
          <p>
            <button type="button" class="quiet flush" onClick={() => setIsOpen(true)}>
              {words.report}
            </button>
          </p>
        )
      )}
    </li>
  )
}

const Feed = ({ me }: { me: string | undefined }): JSX.Element => {
  const words = useWords()
  const [isGiving, setIsGiving] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const [size, setSize] = useState(20)
  const kudos = useAnswer(listKudos, { query: { pageSize: size } })
  return (
    <Shown of={kudos}>
      {({ items, total, about: { leftToday } }) => (
        <div class="stack wide">
          <section class="stack">
            <div role="status">
              {isSent && (
                <p class="mark good">
                  <Icon name="check" />
                  {words.thanksSent}
                </p>
              )}
            </div>
            {isGiving ? (
              <Giving
                onEnd={(sent) => {
                  setIsGiving(false)
                  setIsSent(sent)
                }}
              />
            ) : (
              <>
                <p>{leftToday > 0 ? words.leftToday({ count: leftToday }) : words.noneToday}</p>
                {leftToday > 0 && (
                  <div class="row">
                    <button
                      type="button"
                      class="primary"
                      onClick={() => {
                        setIsSent(false)
                        setIsGiving(true)
                      }}
                    >
                      {words.thankSomebody}
                    </button>
                  </div>
                )}
              </>
            )}
          </section>
          {items.length === 0 ? (
            <p>{words.noThanks}</p>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <One key={one.id} kudos={one} me={me} />
              ))}
            </ul>
          )}
          {total > items.length && size < 100 && (
            <button type="button" onClick={() => setSize(Math.min(100, size + 40))}>
              {words.more}
            </button>
          )}
        </div>
      )}
    </Shown>
  )
}

export default function Thanks(): JSX.Element {
  return (
    <>
      <TogetherHead at="thanks" />
      <OnlyJoined>{({ player }) => <Feed me={player?.id} />}</OnlyJoined>
    </>
  )
}
