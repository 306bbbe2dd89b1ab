/** SHA-3: an address that has ended, was replaced, or never was; the same page for all, and nobody's name on it. */
import { renderShareDocument } from './document.tsx'
import type { ShareEndedPageModel } from './model.ts'
import { speechOf } from './words.ts'

export const renderShareEndedPage = (model: ShareEndedPageModel): string => {
  const speech = speechOf(model, 'UTC')
  const { say } = speech
  return renderShareDocument({
    model: { ...model, branding: null },
    speech,
    title: say.endedTitle,
    children: (
      <>
        <h1>{say.endedTitle}</h1>
        <p>{say.endedText}</p>
      </>
    ),
  })
}
