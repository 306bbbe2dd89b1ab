/** The account at Slack that acts for the person. */
import { Button } from '@mantine/core'
import { updateMe } from '#contracts/auth.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { slackLinkMessages } from './messages.ts'

export const SlackLink = ({ slack }: { slack: { readonly linked: boolean; readonly linkUrl: string } }) => {
  const t = useMessages(slackLinkMessages)
  const update = useAction(updateMe, { withMe: true })
  return (
    <Section title={t.slack}>
      <div>
        <p>{slack.linked ? t.linked : t.help}</p>
        <div className="actions">
          <Button component="a" href={slack.linkUrl}>
            {slack.linked ? t.linkOther : t.link}
          </Button>
          {slack.linked ? (
            <Button loading={update.isPending} onClick={() => update.mutate({ body: { slack: null } })}>
              {t.unlink}
            </Button>
          ) : null}
        </div>
        {update.error ? <ErrorPanel error={update.error} /> : null}
      </div>
    </Section>
  )
}
