/** The checks of `npx wellkept check`, for the administrators of the only organisation of an installation. */
import { Button } from '@mantine/core'
import { getWizardState } from '#contracts/wizard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { Checks } from '#desk-kit/parts/checks.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { installationMessages } from './messages.ts'

export const Page = () => {
  const { places } = useMessages()
  const t = useMessages(installationMessages)
  const state = useApi(getWizardState, { query: { installation: useDeskLanguage() } })
  const areChecksOfOthers = state.data !== undefined && state.data.installation === undefined
  return (
    <Screen
      title={places.installation.name}
      actions={
        areChecksOfOthers ? null : (
          <Button size="xs" loading={state.isFetching} onClick={() => void state.refetch()}>
            {t.again}
          </Button>
        )
      }
    >
      {areChecksOfOthers ? null : <p className="quiet">{t.help}</p>}
      <QueryView of={state} rows={10}>
        {({ installation }) =>
          installation ? (
            <>
              <Checks checks={installation} states={t.states} />
              <p className="quiet">
                {t.command} <code>npx wellkept check --mail-to ADDRESS</code>
              </p>
            </>
          ) : (
            <Empty title={t.otherwise}>{t.otherwiseHelp}</Empty>
          )
        }
      </QueryView>
    </Screen>
  )
}
