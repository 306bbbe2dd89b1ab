import type { PageModel } from '../../../models.ts'
import type { SharePageModel } from '../model.ts'
import { dashboardWords } from './words.ts'

type Files = NonNullable<SharePageModel['download']>

export const Downloads = ({ model, download }: { model: PageModel; download: Files }) => {
  const say = dashboardWords(model)
  return (
    <p class="downloads">
      {say.download}: <a href={download.pdf}>{say.pdf}</a> <a href={download.csv}>{say.csv}</a>
    </p>
  )
}
