/** Who is signed in, how the app looks, and the way out. */
import { Button, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { logout } from '#contracts/auth.ts'
import { client, tokens, toSignIn } from '../lib/api.ts'
import { chooseLanguage, type DeskLanguage, deskLanguages, useDeskLanguage, useT } from '../lib/language.tsx'
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
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
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
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {(['auto', 'light', 'dark'] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t.shell.scheme[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t.shell.language}</Menu.Label>
        <Menu.RadioGroup
          value={language}
          onChange={(chosen) => {
            chooseLanguage(chosen as DeskLanguage)
            location.reload()
          }}
        >
          {deskLanguages.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one}>
              {one === 'de' ? 'Deutsch' : 'English'}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
