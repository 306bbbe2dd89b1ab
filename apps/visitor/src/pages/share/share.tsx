/** SHA-1, SHA-4: the page of a share link. */
import type { SharedView } from '#contracts/sharing/view.ts'
import { Board } from './board.tsx'
import { renderShareDocument } from './document.tsx'
import { Downloads } from './downloads.tsx'
import { Figures } from './figures.tsx'
import type { SharePageModel } from './model.ts'
import { PeriodForm } from './period-form.tsx'
import { Wall } from './wall.tsx'
import { type Speech, speechOf } from './words.ts'

/** Scope and time of the data. */
const About = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const { say } = speech
  const { period, places, freshness, organisation } = view
  return (
    <>
      <p class="place">
        <bdi>
          {places.length === 0 ? say.everything : places.map((place) => speech.type(place)).join(' · ')}
        </bdi>
      </p>
      {period && (
        <p class="sum">
          {say.range({ from: speech.date(period.from), to: speech.date(period.to) })}
          {period.limitedBy && <small> {say.limited}</small>}
        </p>
      )}
      <p class="hint">
        {period
          ? say.counted({
              time: speech.full(freshness),
              zone: view.timeZone,
              name: speech.within(organisation),
            })
          : say.countedBoard({ time: speech.full(freshness), name: speech.within(organisation) })}
      </p>
    </>
  )
}

/** Renders a dashboard, a report, a board or a wall. */
export const renderSharePage = (model: SharePageModel): string => {
  const { view, framed, follow, pass } = model
  const speech = speechOf(model, view.timeZone)
  const { say } = speech
  const isWall = view.kind === 'SCREEN'
  return renderShareDocument({
    model,
    speech,
    title: `${view.name} · ${view.organisation}`,
    look: isWall ? 'wall' : framed ? 'framed' : undefined,
    data:
      follow === null
        ? {}
        : {
            follow,
            at: view.freshness,
            offline: say.offline({ time: speech.full(view.freshness) }),
            ...(pass === null ? {} : { pass }),
          },
    ...(follow === null ? {} : { again: isWall ? 60 : 120 }),
    foot: model.download && !isWall && !framed && <Downloads download={model.download} speech={speech} />,
    children: isWall ? (
      <Wall view={view} speech={speech} />
    ) : (
      <>
        <h1 tabIndex={-1}>
          <bdi>{view.name}</bdi>
        </h1>
        <About view={view} speech={speech} />
        {view.kind === 'DASHBOARD' && view.period && (
          <PeriodForm model={model} period={view.period} speech={speech} />
        )}
        {view.board ? <Board view={view} speech={speech} /> : <Figures view={view} speech={speech} />}
        {follow !== null && <p class="hint">{say.follows}</p>}
      </>
    ),
  })
}
