/** The pairing page of a wall, with its code in large type. */
import { renderShareDocument } from './document.tsx'
import type { PairPageModel } from './model.ts'
import { speechOf } from './words.ts'

export const renderPairPage = (model: PairPageModel): string => {
  const speech = speechOf(model, 'UTC')
  const { say } = speech
  const minutes = Math.max(1, Math.round((Date.parse(model.expiresAt) - Date.parse(model.now)) / 60_000))
  return renderShareDocument({
    model,
    speech,
    title: say.pairTitle,
    look: 'pair',
    data: { pair: model.path },
    again: 5,
    children: (
      <>
        <h1>{say.pairTitle}</h1>
        <p>{say.pairText}</p>
        <p class="code" dir="ltr">
          <b>{model.code.slice(0, 3)}</b> <b>{model.code.slice(3)}</b>
        </p>
        <p class="hint">{say.pairFor({ n: minutes })}</p>
      </>
    ),
  })
}
