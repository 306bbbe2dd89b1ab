/** The logo of visitors' pages: uploaded, replaced or removed at once. */
import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { type Settings, updateSettings } from '#contracts/settings.ts'
import { client, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { imageTypes, isImage, putFile } from '#desk-kit/lib/put-file.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { settingsMessages } from './messages.ts'

export const LogoField = ({ branding: { logoUrl, publicName } }: Pick<Settings, 'branding'>) => {
  const { words } = useMessages()
  const t = useMessages(settingsMessages)
  const save = useAction(updateSettings, { withMe: true, quiet: true })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const [error, setError] = useState<ApiError>()
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return
    setError(undefined)
    setRefused(!isImage(file))
    if (!isImage(file)) return
    setBusy(true)
    try {
      const { logoUpload = {} } = await client.call(updateSettings, {
        body: { logoUpload: { contentType: file.type, size: file.size } },
      })
      const logoKey = await putFile(logoUpload, file)
      await save.mutateAsync({ body: { branding: { logoKey } } })
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <fieldset className="plain-fieldset">
      <legend>{t.logo}</legend>
      {logoUrl ? <img src={logoUrl} alt={publicName} height={32} style={{ justifySelf: 'start' }} /> : null}
      <div className="actions">
        <FileButton accept={imageTypes} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} loading={busy}>
              {t.chooseLogo}
            </Button>
          )}
        </FileButton>
        {logoUrl ? (
          <Button onClick={() => save.mutate({ body: { branding: { logoKey: null } } })}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      {refused ? (
        <p className="field-problem" role="alert">
          {t.logoRefused}
        </p>
      ) : null}
      {error ? <ErrorPanel error={error} /> : null}
    </fieldset>
  )
}
