/** Who is signed in, how the app looks, and the way out. */
import { Button, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { logout } from '#contracts/auth.ts'
import { client, tokens, toSignIn } from '../lib/api.ts'
import { chooseLanguage, deskLanguages, useDeskLanguage, useT } from '../lib/language.tsx'
import { highest, useMe } from '../lib/me.ts'

const signOut = async (): Promise<void> => {
  try {
    await client.call(logout, { body: {} })
  } catch {
    // Signed out here in any case; the refresh token ends by itself.
  }
  tokens.clear()
  toSignIn()
}

export const Account = ({ onHelp }: { onHelp: () => void }) => {
  const t = useT()
  const me = useMe()
  const language = useDeskLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const tick = (on: boolean) => (on ? <IconCheck size={15} aria-hidden /> : <span className="no-tick" />)
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <Button variant="subtle" className="account">
          <span>{me.user?.name ?? ''}</span>
          <small>{t.words.role[highest(me.user?.roles ?? [])]}</small>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.shell.appearance}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            leftSection={tick(colorScheme === scheme)}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t.shell.scheme[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.shell.language}</Menu.Label>
        {deskLanguages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            leftSection={tick(one === language)}
            role="menuitemradio"
            aria-checked={one === language}
            onClick={() => {
              chooseLanguage(one)
              location.reload()
            }}
          >
            {one === 'de' ? 'Deutsch' : 'English'}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/app/work">
          {t.shell.fieldApp}
        </Menu.Item>
        <Menu.Item onClick={onHelp}>{t.shell.keys}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{t.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
