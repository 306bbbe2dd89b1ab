import { createScoutUpload } from '#contracts/scout/phone/findings.ts'
import { lockScout } from '#server/modules/scout/own/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { uploadFor } from './upload-photos.ts'

export default serve(createScoutUpload)(async (ctx, { body }) => {
  // Two calls at once must not make two photos of the same bytes.
  await lockScout(ctx)
  const { files, contentType, size, sha256 } = body
  if (files) {
    const uploads: Awaited<ReturnType<typeof uploadFor>>[] = []
    for (const file of files) uploads.push(await uploadFor(ctx, file))
    return { files: uploads }
  }
  if (contentType === undefined) throw invalid('body.contentType', 'is required')
  if (size === undefined) throw invalid('body.size', 'is required')
  if (sha256 === undefined) throw invalid('body.sha256', 'is required')
  return uploadFor(ctx, { contentType, size, sha256 })
})
