/**
 * SHA-3: a link that has ended, was replaced or never existed; one page for all, which does not reveal the
 * organisation.
 */
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
