import { languageNames } from '#i18n/languages.ts'
import type { SharePageModel } from './model.ts'
import type { Speech } from './words.ts'

type Files = NonNullable<SharePageModel['download']>

/** Files have fewer languages than the page, so another one is named. */
export const Downloads = ({ download, speech }: { download: Files; speech: Speech }) => {
  const { say } = speech
  const other = download.language !== speech.language
  return (
    <p class="downloads">
      {say.download}:{' '}
      <a href={download.pdf} hreflang={download.language}>
        PDF
      </a>{' '}
      <a href={download.csv} hreflang={download.language}>
        {say.csv}
      </a>
      {other && <small lang={download.language}> {languageNames[download.language]}</small>}
    </p>
  )
}
