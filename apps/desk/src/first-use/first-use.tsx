/** Shown while there is no feedback yet: how to get some. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole, useMe } from '#desk-kit/lib/me.ts'
import { Empty } from '#desk-kit/parts/states.tsx'
import { firstUseMessages } from './messages.ts'

export const FirstUse = () => {
  const first = useMessages(firstUseMessages)
  const { limits } = useMe()
  const admin = useHasRole('ADMIN')
  const ready = limits.qrCodes.used > 0
  return (
    <Empty
      title={first.title}
      action={
        admin ? (
          <Button
            variant="filled"
            renderRoot={(props) => <Link {...props} to={ready ? '/qr-studio' : '/wizard'} />}
          >
            {ready ? first.print : first.setUp}
          </Button>
        ) : null
      }
    >
      {ready ? first.printHelp : first.setUpHelp}
    </Empty>
  )
}
